import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A program with its arguments. */
export type Side = {
  readonly command: string
  readonly args: readonly string[]
  /** True where 1 is an answer, such as that nothing was found. */
  readonly mayFindNothing?: boolean
}

export type Measured = {
  readonly milliseconds: number
  readonly peakMegabytes: number
  readonly output: string
}

/** Runs a program to its end; its peak is what the kernel says, where there is one that does. */
export async function measure({ command, args, mayFindNothing }: Side, home: string): Promise<Measured> {
  const start = performance.now()
  const child = spawn(command, args, {
    env: {
      ...process.env,
      HOME: home,
      XDG_CACHE_HOME: join(home, '.cache'),
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let peakMegabytes = Number.NaN
  const watch = setInterval(() => {
    peakMegabytes = readPeak(child.pid) ?? peakMegabytes
  }, 5)
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  const milliseconds = performance.now() - start
  clearInterval(watch)
  if (code !== 0 && !(code === 1 && mayFindNothing))
    throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
  return { milliseconds, peakMegabytes, output: Buffer.concat(chunks).toString('utf8') }
}

/** The best of several runs in turns: noise only ever adds, and a shared machine is not equally busy all the time. */
export async function compare<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  home: string,
): Promise<Readonly<Record<Name, Measured>>> {
  const best: Partial<Record<Name, Measured>> = {}
  for (let turn = 0; turn < TURNS; turn++)
    for (const name of Object.keys(sides) as Name[]) {
      const measured = await measure(sides[name], home)
      const before = best[name]
      if (!before || measured.milliseconds < before.milliseconds) best[name] = measured
    }
  // Every name had its turn.
  return best as Record<Name, Measured>
}

const TURNS = 5

function readPeak(pid: number | undefined): number | undefined {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return peak === undefined ? undefined : Number(peak) / 1024
  } catch {
    return undefined
  }
}
