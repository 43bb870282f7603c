#!/bin/bash
sbatch fit.sbatch
