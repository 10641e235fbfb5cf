"""One TCP stream, for as long as asked.

"server ADDRESS SECONDS": takes one connection and prints the octets a second that came by it.
"client ADDRESS SECONDS": sends to it.
"""
import socket
import sys
import time

role, address, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
PORT = 5201

if role == "server":
    listener = socket.create_server((address, PORT))
    print("ready", flush=True)
    connection, _ = listener.accept()
    octets = 0
    began = time.monotonic()
    while True:
        piece = connection.recv(1 << 20)
        if not piece:
            break
        octets += len(piece)
    print(int(octets / (time.monotonic() - began)), flush=True)
else:
    connection = socket.create_connection((address, PORT), timeout=5)
    content = bytes(1 << 20)
    ended = time.monotonic() + seconds
    while time.monotonic() < ended:
        connection.sendall(content)
