import { resolvePath } from '../../files/resolve-path.ts'
import { wordSet } from '../../text/word-set.ts'
import type { Access, PermissionRequest, PermissionState } from '../permission.ts'
import { isProtectedPath } from '../protected-path.ts'
import { type CommandPart, isPlainPart, listCommandParts } from '../shell/command-part.ts'
import { expandWords } from '../shell/expand-words.ts'
import { findHiddenEffects } from '../shell/hidden-effects.ts'
import { identifyProgram } from '../shell/identify-program.ts'
import { isHomeCertain } from '../shell/parse-shell-command.ts'
import { HARMLESS_DEVICES } from '../shell/program-kinds.ts'
import { runsHiddenCode } from '../shell/runs-code.ts'
import { createShellFolders, readLineCertainty, type ShellFolders } from '../shell/shell-folders.ts'
import { isInWorkingFolders } from '../working-folders.ts'

/**
 * Why the classifier of the automatic mode may not decide on a call, however harmless it takes it for; null where it
 * may. What rules deny or ask about, doubts and guarded places never come here: they are asked about before.
 */
export function findReservedUse(request: PermissionRequest, state: PermissionState): string | null {
  const { access, input, toolName } = request
  if (FOR_PEOPLE.has(toolName)) return `${toolName} is a question to a person`
  if (JSON.stringify([input, access]).length > LONGEST_CALL) return 'it is too long to be judged as a whole'
  switch (access.kind) {
    case 'none':
      return null
    // Inside the folders rules and modes have decided already.
    case 'read':
    case 'write':
      return (
        access.paths
          .map(path => findReservedPath(path, [state.cwd], state))
          .find(reason => reason !== null) ?? `it would ${access.kind} what no rule allows`
      )
    case 'command':
      return access.isLeaving === true ? 'it would leave the sandbox' : findReservedCommand(access, state)
    case 'fetch':
      return hasCredentials(access.url) ? 'the address holds a name or a password' : null
    case 'tool':
      return (
        listTexts(input)
          .map(text => findReservedText(text, state))
          .find(reason => reason !== null) ?? null
      )
  }
}

/** What a model must read whole to judge it: a part that was cut off could be the harmful one. */
const LONGEST_CALL = 16_000

/** Tools whose call is the question itself. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'ExitPlanModeV2'])

function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** Every text in an input, however deep; the input is bounded. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listTexts)
}

const MACHINE_PROGRAMS = wordSet(
  'systemctl service launchctl initctl rc-service crontab at batch',
  'reboot shutdown halt poweroff init telinit kill pkill killall xkill',
  'mount umount losetup fdisk parted dd wipefs swapoff swapon chroot nsenter unshare',
  'sysctl modprobe insmod rmmod iptables ip6tables nft ufw ifconfig ip route hostname',
  'useradd userdel usermod groupadd groupdel gpasswd chsh visudo setcap',
  'apt apt-get dpkg yum dnf rpm pacman apk zypper snap flatpak brew port nix-env',
  'docker podman nerdctl buildah kubectl helm oc virsh vagrant terraform pulumi',
  'ssh scp sftp rsync rclone ftp telnet nc ncat netcat socat',
  'open xdg-open osascript defaults dbus-send gsettings history',
)

/**
 * Why a command line is none for the classifier: it is judged only where every word that would run stands on the line
 * and none of them leads out of the folders, to what runs later or to credentials.
 */
function findReservedCommand(
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
  const shown = part.raw.slice(0, LONGEST_SHOWN)
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
const LONGEST_SHOWN = 200
const LONGEST_WORD = 16_384

/** Whether a program works on the machine, other machines or other processes: no working folder bounds what it does. */
function isMachineProgram(name: string): boolean {
  return MACHINE_PROGRAMS.has(name) || /^mkfs\b|^systemd-/.test(name)
}

/** Why a file is none for the classifier to give away: it lies outside the folders, steers what runs later, or holds credentials. */
function findReservedPath(path: string, bases: readonly string[], state: PermissionState): string | null {
  if (HARMLESS_DEVICES.has(path)) return null
  // The shell has read what it expands; some programs expand it, too.
  if (path.startsWith('~')) return `${quote(path)} lies outside the working folders`
  for (const base of bases) {
    const place = resolvePath(path, base)
    if (place === null) return `${quote(path)} names no file that can be`
    if (!isInWorkingFolders(place, state)) return `${quote(path)} lies outside the working folders`
    if (isProtectedPath(place)) return `${quote(path)} can change what runs later`
    if (isCredentialName(place.lexical) || isCredentialName(place.real))
      return `${quote(path)} may hold credentials`
  }
  return null
}

/** The same for a text of which nobody knows whether it is a path: one that looks like a way out is taken for one. */
function findReservedText(text: string, state: PermissionState): string | null {
  const path = text.trim().replace(/^file:(?:\/\/(?:localhost)?)?/i, '')
  if (path.length > LONGEST_PATH || /[\r\n]/.test(path)) return null
  const isPath =
    /^[~/]/.test(path) ||
    path.split(/[\\/]/).includes('..') ||
    isCredentialName(path) ||
    isProtectedPath({ lexical: path, real: path })
  return isPath ? findReservedPath(path, [state.cwd], state) : null
}

function quote(path: string): string {
  return path.slice(0, LONGEST_QUOTE)
}

const LONGEST_PATH = 4_096
const LONGEST_QUOTE = 200

/** Whether a path looks like one that holds keys, tokens or passwords, in any of its folders. */
function isCredentialName(path: string): boolean {
  return path
    .toLowerCase()
    .split(/[\\/]/)
    .some(name => CREDENTIAL_FOLDERS.has(name) || CREDENTIAL_FILES.test(name))
}

/** Whether a command exists to show, make or change credentials. */
function isCredentialCommand(words: readonly string[]): boolean {
  const [name = '', ...rest] = words
  if (CREDENTIAL_PROGRAMS.has(name)) return true
  const subcommands = rest.filter(word => !word.startsWith('-')).slice(0, 2)
  return CREDENTIAL_SUBCOMMANDS.test([name, ...subcommands].join(' '))
}

const CREDENTIAL_FOLDERS = wordSet(
  '.ssh .gnupg .aws .azure .kube .docker .gcloud gcloud .password-store keychains .secrets',
)

const CREDENTIAL_FILES =
  /^\.env(?:$|[.\-_](?!example$|sample$|template$|dist$))|^\.?(?:netrc|pgpass|git-credentials|htpasswd|npmrc|pypirc|vault-token|my\.cnf)$|^id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$|^(?:credentials?|secrets?|passwords?|passwd|shadow|api[-_]?keys?|tokens?)(?:$|\.(?:json|ya?ml|toml|ini|txt|env|xml|conf|cfg))/

const CREDENTIAL_PROGRAMS = wordSet(
  'printenv env security pass op bw vault secret-tool keyring ssh-keygen ssh-add ssh-agent gpg gpg2 openssl keytool passwd su sudo doas',
)

const CREDENTIAL_SUBCOMMANDS =
  /^(?:gh auth|glab auth|aws configure|aws sts|aws secretsmanager|aws ssm|gcloud auth|gcloud secrets|az login|az account|az keyvault|npm token|npm login|npm adduser|npm publish|yarn npm|docker login|podman login|kubectl config|kubectl get secrets?|heroku auth|heroku config|vercel env|fly secrets|git credential\S*|cargo login|cargo publish|pip config|twine upload|export -p|declare -x|compgen -e)\b/
