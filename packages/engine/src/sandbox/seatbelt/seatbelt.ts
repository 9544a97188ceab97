import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { tryProgram } from '../../process/try-program.ts'
import type {
  FindSandboxTool,
  KeptCommand,
  SandboxLevel,
  SandboxPlan,
  SandboxTool,
  ToolStart,
} from '../sandbox.ts'
import { toSeatbeltArguments, toSeatbeltProfile } from './to-seatbelt-profile.ts'

/** The sandbox of macOS, by the program that comes with the system: not by the path, on which anything may lie. */
export const findSeatbelt: FindSandboxTool = () => findSeatbeltAt('/usr/bin/sandbox-exec')

/** Tries both strengths: a profile that a later system does not read any more keeps nothing. */
export async function findSeatbeltAt(path: string): ReturnType<FindSandboxTool> {
  if (!existsSync(path))
    return { kind: 'none', reason: `${path} is not there`, whatToDo: 'it comes with macOS; use a container' }
  for (const level of ['rules', 'folder'] as const) {
    const problem = await tryOut(path, level)
    if (problem !== null)
      return { kind: 'none', reason: `sandbox-exec cannot work here: ${problem}`, whatToDo: NOT_NESTED }
  }
  return toTool(path)
}

function toTool(path: string): SandboxTool {
  return {
    kind: 'seatbelt',
    description: `the sandbox of macOS (${path}), which we could not try on a Mac ourselves yet: \`antiphon doctor --sandbox\` does on this one`,
    secretsAre: 'Closed',
    prepareNetwork: async proxy => void (await proxy.listen()),
    confine: command => confineBySeatbelt(path, command),
  }
}

const NOT_NESTED =
  'macOS lets nothing into a second sandbox: start it outside of any other, or use a container'

/** Null where it works, else why not. */
function tryOut(path: string, level: SandboxLevel): Promise<string | null> {
  const profile = toSeatbeltProfile(
    { ...EVERY_KIND, level },
    { proxyPort: 1, opens: { sockets: false, ports: false } },
  )
  const args = [...toSeatbeltArguments(profile), '/bin/sh', '-c', ':']
  return tryProgram(path, args)
}

/** One of every kind, so that the system reads every form of rule. Nothing of it exists. */
const EVERY_KIND: Omit<SandboxPlan, 'level'> = {
  writable: ['/antiphon-nowhere/w'],
  pinned: ['/antiphon-nowhere/w/p'],
  readOnly: ['/antiphon-nowhere/w/r'],
  writableInside: ['/antiphon-nowhere/w/r/i'],
  hidden: ['/antiphon-nowhere/h'],
  emptied: ['/antiphon-nowhere/e'],
  shown: ['/antiphon-nowhere/h/s'],
  absent: ['/antiphon-nowhere/w/a.b'],
  weakness: null,
}

/** Starts a command under a profile; all that it starts inherits it. */
function confineBySeatbelt(path: string, { plain, plan, opens, network }: KeptCommand): ToolStart {
  const proxyPort = network?.proxy.port() ?? null
  const profile = toSeatbeltProfile(toKernelPlan(plan), { proxyPort, opens })
  let unwatch = (): void => {}
  return {
    file: path,
    args: [...toSeatbeltArguments(profile), plain.file, ...plain.args],
    streams: [],
    proxyPort,
    onStart() {
      // Commands that run at the same time are told of each other's refusals: they share the port.
      if (network !== null) unwatch = network.proxy.watch(network.onRefused)
    },
    // There is no namespace that would end with the last of them.
    isGone: null,
    onEnd: () => unwatch(),
  }
}

/** A path as the kernel spells it: after every link, in the case and form in which names are stored. */
export function toKernelPath(path: string): string {
  try {
    // Only the system's own function gives the stored names.
    return realpathSync.native(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(toKernelPath(folder), basename(path))
  }
}

/** The same plan, with every path as the kernel spells it. */
function toKernelPlan({ level, weakness, ...places }: SandboxPlan): SandboxPlan {
  const entries = Object.entries(places).map(([name, paths]) => [name, paths.map(toKernelPath)])
  // The same names, each with its own list.
  return { level, weakness, ...(Object.fromEntries(entries) as typeof places) }
}
