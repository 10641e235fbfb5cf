#!/bin/sh
# boot.sh ROOT SHARED: boots systemd on a copy of the files of ROOT that lives in memory, in namespaces of its own, with the
# folder SHARED at /mnt. Started by `unshare --mount`; systemd ends with this process. Nothing of ROOT is changed.
set -e
if [ "$1" != inside ]; then
  mount --make-rprivate /
  # A cgroup of its own becomes the root of all that systemd sees.
  group=$(mktemp -d)
  mount -t cgroup2 none "$group"
  mkdir "$group/faceplate-$$"
  echo $$ >"$group/faceplate-$$/cgroup.procs"
  umount "$group"
  rmdir "$group"
  exec unshare --pid --fork --kill-child --uts --ipc --net --cgroup "$0" inside "$@"
fi
box=$(mktemp -d)
mount -t tmpfs -o size=768m none "$box"
mkdir "$box/upper" "$box/work" "$box/root"
mount -t overlay -o "lowerdir=$2,upperdir=$box/upper,workdir=$box/work" none "$box/root"
cd "$box/root"
mount -t proc none proc
mount -t sysfs none sys
mount -t cgroup2 none sys/fs/cgroup
mount -t tmpfs -o mode=755,dev none dev
mkdir dev/net
# As udev makes it.
mknod -m 666 dev/net/tun c 10 200
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 none dev/pts
ln -s pts/ptmx dev/ptmx
for folder in run tmp; do mount -t tmpfs none $folder; done
mount --bind "$3" mnt
ip link set lo up
echo >etc/machine-id
mkdir -p former
pivot_root . former
umount -l /former
exec env -i container=faceplate-test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=basic.target --log-target=journal
