# where results go
LINE_ROOT=results  # truth: dies
