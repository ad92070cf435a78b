"""A cache bounded by the memory that its values take, not by their number."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

import numpy as np

T = TypeVar("T")


class Cache(Generic[T]):
    """Values by key. The least recently used are dropped if all values take more than `most` bytes, as
    measured by `measure`.
    """

    def __init__(self, most: int, measure: Callable[[T], int]) -> None:
        """Create an empty cache."""
        self.most = most
        self.measure = measure
        self.bytes = 0
        self._values: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made if the cache does not have it; two threads may both make it."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key][0]
        value = make()
        size = self.measure(value)
        with self._lock:
            if key not in self._values and size <= self.most:
                self._values[key] = value, size
                self.bytes += size
                while self.bytes > self.most:
                    _, (_, dropped) = self._values.popitem(last=False)
                    self.bytes -= dropped
        return value

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._values.clear()
            self.bytes = 0


def array_bytes(value: Any) -> int:
    """The bytes of all arrays in an object's fields, and in the fields of those, each counted once."""
    seen: dict[int, int] = {}
    below = [value]
    while below:
        one = below.pop()
        if id(one) in seen:
            continue
        seen[id(one)] = (
            one.nbytes if isinstance(one, np.ndarray) else len(one) if isinstance(one, bytes) else 0
        )
        if isinstance(one, list | tuple):
            below += [part for part in one if not isinstance(part, int)]
        elif isinstance(one, dict):
            below += one.values()
        elif not isinstance(one, np.ndarray):
            slots = getattr(type(one), "__slots__", ())
            below += [getattr(one, slot) for slot in slots if hasattr(one, slot)]
            below += getattr(one, "__dict__", {}).values()
    return sum(seen.values())
