"""Sends a broadcast on one interface again and again until it arrives at another one.

FROM TO: prints "ready" once it sends, and "arrived" when a frame of it was heard.
"""
import select
import socket
import sys

PAUSE = 0.01


def line_of(interface):
    line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x88B5))
    line.bind((interface, 0x88B5))
    return line


sends, hears = line_of(sys.argv[1]), line_of(sys.argv[2])
frame = (b"\xff" * 6 + b"\x02\x00\x00\x00\x09\x01" + b"\x88\xb5").ljust(60, b"\0")
print("ready", flush=True)
while True:
    sends.send(frame)
    if select.select([hears], [], [], PAUSE)[0] and hears.recv(2048)[:6] == frame[:6]:
        break
print("arrived", flush=True)
