"""Sends frames on an Ethernet interface until it is killed.

"bpdu": one each 10 ms, stamped with the time of sending (nanoseconds of the host's monotonic clock) in octets 14 to 21.
"arp": 10,000 requests a second.
"""
import socket
import struct
import sys
import time

line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
line.bind((sys.argv[1], 0))
bpdu = bytes.fromhex("0180c2000000" "020000000001" "0000")
arp = bytes.fromhex("ffffffffffff" "020000000002" "0806" "0001080006040001").ljust(60, b"\0")

while True:
    if sys.argv[2] == "bpdu":
        stamp = struct.pack("!Q", time.monotonic_ns())
        line.send((bpdu + stamp).ljust(60, b"\0"))
    else:
        for _ in range(100):
            line.send(arp)
    time.sleep(0.01)
