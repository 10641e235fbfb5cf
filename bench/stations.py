"""Makes stations appear at a steady rate: one short broadcast each, in turns on these interfaces.

STATIONS RATE INTERFACE…: how many, and how many a second. Prints for how many seconds it sent.
"""
import socket
import struct
import sys
import time

stations, rate, interfaces = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]


def line_of(interface):
    line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    line.bind((interface, 0))
    return line


lines = [line_of(interface) for interface in interfaces]
began = time.monotonic()
for station in range(stations):
    due = began + station / rate
    while (left := due - time.monotonic()) > 0:
        time.sleep(left)
    source = b"\x02\x00" + struct.pack("!I", station + 1)
    lines[station % len(lines)].send((b"\xff" * 6 + source + b"\x88\xb5").ljust(60, b"\0"))
print(time.monotonic() - began)
