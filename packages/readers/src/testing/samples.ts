import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const FIXTURES = new URL('../../../../fixtures/agents/', import.meta.url)
const WHOLE = new URL('../../../../../shared/samples/', import.meta.url)

/** The bytes of a real session of another agent: whole where the samples lie beside the repository, else with its long texts cut. */
export function readSample(name: string): Buffer {
  const whole = fileURLToPath(new URL(name, WHOLE))
  if (process.env.CORPUS !== 'fixtures' && existsSync(whole)) return readFileSync(whole)
  const path = fileURLToPath(new URL(name, FIXTURES))
  return existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`))
}

/** Objects of a sample that has one a line. */
export function readSampleLines(name: string): readonly Record<string, never>[] {
  const lines = readSample(name).toString('utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line))
}

/** A home of somebody who has other agents. */
export interface AgentHome {
  readonly home: string
  /** Where copies go. */
  readonly folder: string
  write(path: string, content: string | Uint8Array): string
  remove(): void
}

export function createAgentHome(): AgentHome {
  const home = mkdtempSync(join(tmpdir(), 'antiphon-agents-'))
  return {
    home,
    folder: join(home, '.antiphon', 'agents'),
    write(path, content) {
      const whole = join(home, path)
      mkdirSync(dirname(whole), { recursive: true })
      writeFileSync(whole, content)
      return whole
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
