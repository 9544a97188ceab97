import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiRequest } from '@antiphon/contract'
import { type Answer, type SimulatedModel, type Simulator, startSimulator } from '@antiphon/simulator'
import { collect, startAntiphon } from '../spawn-antiphon.ts'
import { type Printed, RECORDED_FOLDER, type Recording } from './recording.ts'

/** A folder as the recorded runs found it. */
export type ReplayFolder = { readonly project: string; readonly home: string; readonly remove: () => void }

/** Makes such a folder, with a home of its own. */
export function createReplayFolder(): ReplayFolder {
  const base = mkdtempSync(join(tmpdir(), 'antiphon-replay-'))
  const project = join(base, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'a.txt'), 'alpha\nline2\n')
  writeFileSync(join(project, 'dot.png'), Buffer.from(DOT, 'base64'))
  return {
    project,
    home: join(base, 'home'),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const PROMPT = 'do what was recorded'

/** Gives the recorded answers again; requests that come at the same time get those of their own conversation. */
export function createRecordedModel(recording: Recording, project: string): SimulatedModel {
  const left = new Map([...recording.answers].map(([thread, answers]) => [thread, [...answers]]))
  return {
    name: 'recorded',
    answer(request) {
      const thread = findThread(request, recording)
      const answer = left.get(thread)?.shift()
      if (!answer) return { blocks: [{ type: 'text', text: `(nothing is recorded for ${thread})` }] }
      // A copy of JSON.
      return JSON.parse(JSON.stringify(answer).replaceAll(RECORDED_FOLDER, project)) as Answer
    },
  }
}

function findThread(request: ApiRequest, { agents }: Recording): string | null {
  const first = JSON.stringify(request.messages.find(({ role }) => role === 'user'))
  if (first.includes(PROMPT)) return null
  return agents.find(({ prompt }) => first.includes(prompt))?.toolUseId ?? null
}

/** Runs the executable as the recording's was run, and gives what it prints. */
export async function replay(recording: Recording, folder: ReplayFolder): Promise<readonly Printed[]> {
  const simulator = await startSimulator({ model: createRecordedModel(recording, folder.project) })
  failAsRecorded(recording, simulator)
  try {
    const { init } = recording
    const child = startAntiphon(
      [
        ...['-p', PROMPT, '--output-format', 'stream-json', '--verbose'],
        ...['--model', init.model, '--permission-mode', init.permissionMode],
        ...['--tools', init.tools.join(','), '--allowedTools', 'Bash'],
      ],
      {
        HOME: folder.home,
        ANTHROPIC_API_KEY: 'any',
        ANTHROPIC_BASE_URL: simulator.url,
        ...(recording.agentsInBackground && { CLAUDE_CODE_AGENTS_IN_BACKGROUND: '1' }),
      },
      folder.project,
    )
    child.stdin.end()
    const { code, stdout, stderr } = await collect(child)
    // Failures on purpose are no refusals.
    const refusals = simulator.log
      .all()
      .flatMap(({ refusal }) => (refusal && refusal.status < 500 ? refusal.message : []))
    if (code !== 0 || refusals.length > 0)
      throw new Error(`exit code ${code}, refused: ${JSON.stringify(refusals)}\n${stderr}`)
    return parse(stdout, folder.project)
  } finally {
    await simulator.close()
  }
}

function failAsRecorded({ events }: Recording, { faults }: Simulator): void {
  for (const { subtype, error_status: status } of events)
    if (subtype === 'api_retry') faults.add({ fault: { kind: 'error', status } })
}

function parse(stdout: string, project: string): readonly Printed[] {
  return stdout
    .replaceAll(project, RECORDED_FOLDER)
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}
