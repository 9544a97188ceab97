import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Runs a command with the profiler of V8; gives where the profile lies, and what takes the most time by itself. */
export function listCosts(
  command: readonly string[],
  { folder, env, cwd }: { readonly folder: string; readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): { readonly path: string; readonly costs: readonly string[] } {
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200']
  spawnSync(process.execPath, [...flags, ...command], { cwd, env, stdio: 'ignore' })
  const name = readdirSync(folder).find(file => file.startsWith('CPU.')) ?? ''
  const path = join(folder, 'start.cpuprofile')
  renameSync(join(folder, name), path)
  return { path, costs: readCosts(JSON.parse(readFileSync(path, 'utf8'))) }
}

const LONGEST_LIST = 15

function readCosts({ nodes, samples, timeDeltas }: CpuProfile): readonly string[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [
      id,
      `${functionName || '(top)'} ${url.replace(/.*\//, '')}`.trim(),
    ]),
  )
  const costs = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? ''
    costs.set(name, (costs.get(name) ?? 0) + (timeDeltas[index] ?? 0) / 1000)
  }
  return [...costs]
    .sort(([, a], [, b]) => b - a)
    .slice(0, LONGEST_LIST)
    .map(([name, ms]) => `${ms.toFixed(1).padStart(7)} ms ${name}`)
}
