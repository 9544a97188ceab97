/** Whether a program works on the machine, other machines or other processes: no working folder bounds what it does. */
export function isMachineProgram(name: string): boolean {
  return PROGRAMS.has(name) || /^mkfs\b|^systemd-/.test(name)
}

const PROGRAMS: ReadonlySet<string> = new Set(
  [
    'systemctl service launchctl initctl rc-service crontab at batch',
    'reboot shutdown halt poweroff init telinit kill pkill killall xkill',
    'mount umount losetup fdisk parted dd wipefs swapoff swapon chroot nsenter unshare',
    'sysctl modprobe insmod rmmod iptables ip6tables nft ufw ifconfig ip route hostname',
    'useradd userdel usermod groupadd groupdel gpasswd chsh visudo setcap',
    'apt apt-get dpkg yum dnf rpm pacman apk zypper snap flatpak brew port nix-env',
    'docker podman nerdctl buildah kubectl helm oc virsh vagrant terraform pulumi',
    'ssh scp sftp rsync rclone ftp telnet nc ncat netcat socat',
    'open xdg-open osascript defaults dbus-send gsettings history',
  ].flatMap(line => line.split(' ')),
)
