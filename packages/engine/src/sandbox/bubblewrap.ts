import { execFile } from 'node:child_process'
import { findExecutable } from '../files/find-executable.ts'
import { confineByBubblewrap } from './confine-by-bubblewrap.ts'
import type { FindSandboxTool, MissingTool, SandboxTool } from './sandbox-tool.ts'

/** Looks for bubblewrap and tries it; a container may have it and not let it work. */
export const findBubblewrap: FindSandboxTool = async (env, { mayBeWeaker }) => {
  const path = await findExecutable('bwrap', env)
  if (path === null) return NOT_INSTALLED
  const strong = await tryOut(path, STRONG)
  if (strong === null) return toTool({ path, isNested: false })
  if (mayBeWeaker && (await tryOut(path, WEAKER)) === null) return toTool({ path, isNested: true })
  return { kind: 'none', reason: `bubblewrap cannot work here: ${strong}`, whatToDo: NO_NAMESPACES }
}

function toTool(program: { readonly path: string; readonly isNested: boolean }): SandboxTool {
  return {
    kind: 'bubblewrap',
    description: `bubblewrap${program.isNested ? ', weaker, since this is a container: other processes are seen' : ''}`,
    secretsAre: 'Empty',
    // The relay inside and its link are started with each command.
    prepareNetwork: async () => {},
    confine: command => confineByBubblewrap(program, command),
  }
}

const NOT_INSTALLED: MissingTool = {
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
