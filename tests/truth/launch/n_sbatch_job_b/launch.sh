#!/usr/bin/env bash
sbatch job.sbatch
