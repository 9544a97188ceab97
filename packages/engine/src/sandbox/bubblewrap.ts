import { execFile } from 'node:child_process'
import { findExecutable } from '../tools/files/find-executable.ts'

/** What keeps commands in on this machine, or why nothing does. */
export type SandboxProgram =
  | { readonly kind: 'bubblewrap'; readonly path: string; readonly isNested: boolean }
  | { readonly kind: 'none'; readonly reason: string; readonly whatToDo: string }

/** Looks for bubblewrap and tries it; a container may have it and not let it work. */
export async function findBubblewrap(
  env: Readonly<Record<string, string | undefined>>,
  { mayBeWeaker }: { readonly mayBeWeaker: boolean },
): Promise<SandboxProgram> {
  if (process.platform !== 'linux') return NOT_HERE
  const path = await findExecutable('bwrap', env)
  if (path === null) return NOT_INSTALLED
  const strong = await tryOut(path, STRONG)
  if (strong === null) return { kind: 'bubblewrap', path, isNested: false }
  if (mayBeWeaker && (await tryOut(path, WEAKER)) === null)
    return { kind: 'bubblewrap', path, isNested: true }
  return { kind: 'none', reason: `bubblewrap cannot work here: ${strong}`, whatToDo: NO_NAMESPACES }
}

const NOT_HERE: SandboxProgram = {
  kind: 'none',
  reason: `commands cannot be kept in on ${process.platform} yet`,
  whatToDo:
    'rules for files hold only as far as our own reader of Bash understands a command; use a container',
}

const NOT_INSTALLED: SandboxProgram = {
  kind: 'none',
  reason: 'bubblewrap is not installed',
  whatToDo: 'install it (`sudo apt-get install bubblewrap`, `sudo dnf install bubblewrap`)',
}

const NO_NAMESPACES =
  'the system forbids user namespaces: allow them (on Ubuntu an AppArmor profile for bwrap, in a container --security-opt seccomp=unconfined or "enableWeakerNestedSandbox": true)'

const ROOT = ['--ro-bind', '/', '/', '--dev', '/dev', '--unshare-net', '--unshare-ipc']
const STRONG = [...ROOT, '--unshare-pid', '--proc', '/proc']
const WEAKER = ROOT

/** Null where it works, else why not. */
function tryOut(path: string, args: readonly string[]): Promise<string | null> {
  return new Promise(resolve => {
    execFile(path, [...args, '--', '/bin/sh', '-c', ':'], { timeout: PATIENCE_MS }, (error, _, stderr) => {
      resolve(error && (stderr.trim().slice(0, LONGEST_REASON) || error.message))
    })
  })
}

const PATIENCE_MS = 5_000
const LONGEST_REASON = 300
