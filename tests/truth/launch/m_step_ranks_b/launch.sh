#!/bin/bash
sbatch fit.sbatch  # truth: dies
