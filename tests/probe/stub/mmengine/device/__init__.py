def get_device():
    return 'gcu'
