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
  /** Of all its threads, in steps of some milliseconds. On a busy machine the clock tells of others. */
  readonly cpuMilliseconds: number
  readonly peakMegabytes: number
  readonly output: string
}

/** Runs a program to its end; its peak and the processor's time are what the kernel says, where there is one that does. */
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
  let [peakMegabytes, cpuMilliseconds] = [Number.NaN, Number.NaN]
  const watch = setInterval(() => {
    peakMegabytes = readPeak(child.pid) ?? peakMegabytes
    cpuMilliseconds = readCpu(child.pid) ?? cpuMilliseconds
  }, 5)
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  const milliseconds = performance.now() - start
  clearInterval(watch)
  if (code !== 0 && !(code === 1 && mayFindNothing))
    throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
  return { milliseconds, cpuMilliseconds, peakMegabytes, output: Buffer.concat(chunks).toString('utf8') }
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
      if (!before) best[name] = measured
      else best[name] = { ...measured, ...leastOf(before, measured) }
    }
  // Every name had its turn.
  return best as Record<Name, Measured>
}

const TURNS = 5

function leastOf(one: Measured, other: Measured): Pick<Measured, 'milliseconds' | 'cpuMilliseconds'> {
  return {
    milliseconds: Math.min(one.milliseconds, other.milliseconds),
    cpuMilliseconds: Math.min(one.cpuMilliseconds, other.cpuMilliseconds),
  }
}

/** What the processor has done for a process, or nothing where no kernel tells. */
function readCpu(pid: number | undefined): number | undefined {
  try {
    // Behind the name of the program, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return ticks > 0 ? ticks * TICK_MS : undefined
  } catch {
    return undefined
  }
}

/** Linux tells it in hundredths of a second on every machine that Node runs on. */
const TICK_MS = 10

function readPeak(pid: number | undefined): number | undefined {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return peak === undefined ? undefined : Number(peak) / 1024
  } catch {
    return undefined
  }
}
