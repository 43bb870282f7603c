#!/usr/bin/env bash
sbatch -p gpu job.sbatch
