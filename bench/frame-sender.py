"""Sends frames of 1,000 octets on an Ethernet interface as fast as they go, for as long as asked.

INTERFACE FROM TO SECONDS [VLAN]: the last octets of both MAC addresses, and the C-tag the frames bear, if any. Prints how
many were sent. With 0 seconds it sends one.
"""
import socket
import struct
import sys
import time

interface, source, target, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
tag = struct.pack("!HH", 0x8100, int(sys.argv[5])) if len(sys.argv) > 5 else b""

line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
line.bind((interface, 0))
address = lambda last: bytes((2, 0, 0, 0, 9, last))
frame = (address(target) + address(source) + tag + b"\x88\xb5").ljust(1000, b"\0")

sent = 0
ends = time.monotonic() + seconds
while True:
    for _ in range(100 if seconds else 1):
        line.send(frame)
        sent += 1
    if time.monotonic() >= ends:
        break
print(sent)
