"""A network camera or a recorder for tests, on the sockets of the host that it runs on.

    camera.py camera ADDRESS [onvif]
        gives pictures to whoever asks for them by RTSP (TCP port 554): datagrams of a thousand octets, fifty a second, to the
        UDP port that was named; with "onvif" it answers probes of WS-Discovery (UDP port 3702), too.
    camera.py recorder ADDRESS CAMERA...
        asks those cameras for their pictures, again where a session has broken. A line on standard input is answered by how many
        datagrams have come from each camera up to now, in the order of the cameras, as a line with blanks between.

"ready" is printed when everything is open.
"""
import re
import socket
import struct
import sys
import threading
import time

GROUP = "239.255.255.250"
RTSP = 554
DISCOVERY = 3702
FIRST_PORT = 6000

MATCH = """<?xml version="1.0" encoding="UTF-8"?>
<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"
 xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><s:Header>
<a:MessageID>uuid:8ab2fd36-0000-4000-8000-{number:012d}</a:MessageID><a:RelatesTo>{asked}</a:RelatesTo>
<a:To>http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</a:To>
<a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</a:Action></s:Header><s:Body><d:ProbeMatches><d:ProbeMatch>
<a:EndpointReference><a:Address>urn:uuid:6f1c0000-0000-4000-8000-000000000001</a:Address></a:EndpointReference>
<d:Types>dn:NetworkVideoTransmitter</d:Types>
<d:Scopes>onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/hardware/Dome%207 onvif://www.onvif.org/name/Acme</d:Scopes>
<d:XAddrs>http://{address}/onvif/device_service</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion></d:ProbeMatch></d:ProbeMatches>
</s:Body></s:Envelope>"""


def answer_probes(address):
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    line.bind(("", DISCOVERY))
    member = socket.inet_aton(GROUP) + socket.inet_aton(address)
    line.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    number = 0
    while True:
        probe, asker = line.recvfrom(1 << 16)
        said = re.search(rb"MessageID[^>]*>([^<]+)<", probe)
        if b"discovery/Probe<" not in probe or not said:
            continue
        number += 1
        text = MATCH.format(number=number, asked=said[1].decode(), address=address)
        try:
            line.sendto(text.encode(), asker)
        except OSError:
            # No way to whoever asks.
            pass


def stream(session, address):
    peer = session.getpeername()[0]
    asked = session.recv(1 << 12)
    port = int(re.search(rb"client_port=(\d+)", asked)[1])
    session.sendall(b"RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n")
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind((address, 0))
    session.settimeout(0.02)
    count = 0
    while True:
        try:
            if session.recv(1 << 12) == b"":
                return
        except TimeoutError:
            pass
        except OSError:
            return
        count += 1
        try:
            line.sendto(struct.pack("!HHIII", 0x8060, count & 0xFFFF, count * 3600, 7, 0) + bytes(984), (peer, port))
        except OSError:
            # As without a carrier.
            pass


def camera(address, onvif):
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.bind((address, RTSP))
    door.listen()
    if onvif:
        threading.Thread(target=answer_probes, args=(address,), daemon=True).start()
    print("ready", flush=True)
    while True:
        session, _ = door.accept()
        threading.Thread(target=stream, args=(session, address), daemon=True).start()


counts = {}


def watch(address, source, port):
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind((address, port))
    line.settimeout(2)
    while True:
        try:
            session = socket.create_connection((source, RTSP), timeout=1)
            with session:
                session.sendall(f"SETUP rtsp://{source}/ RTSP/1.0\r\nCSeq: 1\r\nTransport: RTP/AVP;client_port={port}\r\n\r\n".encode())
                while True:
                    line.recv(1 << 12)
                    counts[source] += 1
        except OSError:
            # Without pictures for two seconds the session is opened anew.
            time.sleep(0.2)


def recorder(address, cameras):
    for number, source in enumerate(cameras):
        counts[source] = 0
        threading.Thread(target=watch, args=(address, source, FIRST_PORT + 2 * number), daemon=True).start()
    print("ready", flush=True)
    for _ in sys.stdin:
        print(*(counts[source] for source in cameras), flush=True)


if sys.argv[1] == "camera":
    camera(sys.argv[2], "onvif" in sys.argv[3:])
else:
    recorder(sys.argv[2], sys.argv[3:])
