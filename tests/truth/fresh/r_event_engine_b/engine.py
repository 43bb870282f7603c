import collections
import enum


class Events(enum.Enum):
    STARTED = 'started'
    EPOCH_STARTED = 'epoch_started'
    EPOCH_COMPLETED = 'epoch_completed'


class Engine:
    def __init__(self, process):
        self.process, self.handlers = process, collections.defaultdict(list)
        self.epoch, self.output = 0, None

    def on(self, event):
        def add(handler):
            self.handlers[event].append(handler)
            return handler
        return add

    def fire(self, event):
        for handler in self.handlers[event]:
            handler(self)

    def run(self, loader, max_epochs):
        self.fire(Events.STARTED)
        for self.epoch in range(max_epochs):
            self.fire(Events.EPOCH_STARTED)
            for batch in loader:
                self.output = self.process(self, batch)
            self.fire(Events.EPOCH_COMPLETED)
