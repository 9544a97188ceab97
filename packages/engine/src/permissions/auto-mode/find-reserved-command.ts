import type { Access } from '../access.ts'
import type { PermissionState } from '../permission.ts'
import { type CommandPart, isPlainPart } from '../shell/command-part.ts'
import { expandWords } from '../shell/expand-words.ts'
import { findHiddenEffects } from '../shell/hidden-effects.ts'
import { identifyProgram } from '../shell/identify-program.ts'
import { readLineCertainty } from '../shell/line-certainty.ts'
import { listCommandParts } from '../shell/list-command-parts.ts'
import { isHomeCertain } from '../shell/parse-shell-command.ts'
import { runsHiddenCode } from '../shell/runs-code.ts'
import { createShellFolders, type ShellFolders } from '../shell/shell-folders.ts'
import { isCredentialCommand } from './credential-names.ts'
import { findReservedPath } from './find-reserved-path.ts'

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

/**
 * Why a command line is none for the classifier: it is judged only where every word that would run stands on the line
 * and none of them leads out of the folders, to what runs later or to credentials.
 */
export function findReservedCommand(
  { command, cwd }: Access & { readonly kind: 'command' },
  state: PermissionState,
): string | null {
  const { parts, problems, isPlain } = listCommandParts(command, state.home)
  if (!isPlain) return problems[0] ?? 'it may run more than shows'
  const outside = findReservedPath(cwd, [state.cwd], state)
  if (outside !== null) return outside
  const line = readLineCertainty(command, { parts, isPlain })
  const folders = createShellFolders(cwd, isHomeCertain(command) ? state.home : null, line)
  for (const part of parts) {
    const reason = findReservedPart(part, folders, state)
    if (reason !== null) return reason
    folders.follow(part)
  }
  return folders.isLost ? 'nobody can tell in which folder it runs' : null
}

function findReservedPart(part: CommandPart, folders: ShellFolders, state: PermissionState): string | null {
  const shown = part.raw.slice(0, LONGEST_QUOTE)
  const words = expandWords(part.words, folders)
  if (words === null || folders.isLost) return `only the shell knows what ${shown} means`
  if (!isPlainPart(part)) return `what wraps ${shown} changes what it does`
  if (runsHiddenCode(part)) return `${shown} runs code that stands in no file`
  const [program = ''] = words
  const known = identifyProgram(program, folders.places).words ?? [program]
  const all = [...known, ...words.slice(1)]
  const { doesMore, outward } = findHiddenEffects(all)
  if (doesMore) return `${shown} may run other programs or remove what it finds`
  if (outward.length > 0) return `${outward[0]} leads out of ${known.join(' ')}`
  if (isMachineProgram(known[0] ?? '')) return `no folder bounds what ${known[0]} does`
  if (isCredentialCommand(all)) return `${shown} is about credentials`
  const targets = part.redirections.map(({ target }) => target)
  if (targets.some(({ isDynamic, glob }) => isDynamic || glob !== null))
    return `only the shell knows what ${shown} reads or writes`
  const paths = [
    ...(program.includes('/') && !SYSTEM.test(program) ? [program] : []),
    ...words.slice(1).flatMap(listPaths),
    ...targets.map(({ text }) => text),
  ]
  return (
    paths.map(path => findReservedPath(path, folders.places, state)).find(reason => reason !== null) ?? null
  )
}

/** Everything in a word that may be a path: the word, an option's value, the parts of a list. */
function listPaths(word: string): readonly string[] {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(word) && !/^file:/i.test(word)) return []
  const value = /^(?:-[A-Za-z]|--?[\w-]+=|[\w-]+=|@)(?<value>.+)$/s.exec(word)?.groups?.value
  const parts = [word, ...(value === undefined ? [] : [value]), ...word.split(/[=:,@]+/)]
  return [...new Set(parts.map(part => part.replace(/^file:\/\/(?:localhost)?/i, '')))].filter(
    part => part !== '' && part.length <= LONGEST_WORD,
  )
}

const SYSTEM = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/
const LONGEST_QUOTE = 200
const LONGEST_WORD = 16_384

/** Whether a program works on the machine, other machines or other processes: no working folder bounds what it does. */
function isMachineProgram(name: string): boolean {
  return PROGRAMS.has(name) || /^mkfs\b|^systemd-/.test(name)
}
