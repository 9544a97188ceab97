import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { createScriptModel, type ScriptReply, type Simulator, startSimulator } from '@antiphon/simulator'
import { toSessionKey } from '@antiphon/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { questionOf, runWithHost, toAnswerFrame, toPromptFrame } from './run-with-host.ts'

const DRIVEN = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
const MIRRORED = [...DRIVEN, '--session-mirror']
const MEBIBYTE = 1024 * 1024

let folder: string
let simulator: Simulator | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-mirror-'))
})
afterEach(async () => {
  await simulator?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function script(...replies: readonly ScriptReply[]): Promise<void> {
  simulator = await startSimulator({ model: createScriptModel(replies) })
}

type Run = {
  readonly argv?: readonly string[]
  readonly entrypoint?: string
  readonly content: string | readonly JsonObject[]
}

/** A host that allows all, and leaves behind the first result. */
function drive({ argv = MIRRORED, entrypoint = 'sdk-ts', content }: Run): ReturnType<typeof runWithHost> {
  return runWithHost(argv, {
    env: {
      HOME: folder,
      CLAUDE_CONFIG_DIR: join(folder, 'config'),
      CLAUDE_CODE_ENTRYPOINT: entrypoint,
      ANTHROPIC_API_KEY: 'any',
      ANTHROPIC_BASE_URL: simulator?.url ?? '',
    },
    first: [toPromptFrame(content)],
    hear(frame, { say, leave }) {
      const question = questionOf(frame)
      if (question)
        say(toAnswerFrame(question.id, { behavior: 'allow', updatedInput: question.request.input ?? {} }))
      if (frame.type === 'result') leave()
    },
  })
}

/** A picture that takes two million bytes as text. */
function bigPicture(): JsonObject {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const data = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.alloc(1_500_000, 7)]).toString('base64')
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
}

/** What was mirrored, by file. */
function mirroredOf(frames: readonly JsonObject[]): ReadonlyMap<string, readonly unknown[]> {
  const files = new Map<string, unknown[]>()
  for (const { type, filePath, entries } of frames)
    if (type === 'transcript_mirror' && Array.isArray(entries))
      files.set(String(filePath), [...(files.get(String(filePath)) ?? []), ...entries])
  return files
}

function readEntries(file: string): readonly JsonObject[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

function expectMirrored(frames: readonly JsonObject[], logs: number): readonly string[] {
  const files = mirroredOf(frames)
  expect(files.size).toBe(logs)
  for (const [file, entries] of files) expect(entries).toEqual(readEntries(file))
  return [...files.keys()]
}

describe('--session-mirror', () => {
  it('gives every entry as the file has it, one of two megabytes too', async () => {
    await script('One.')
    const { frames, stdout } = await drive({ content: [{ type: 'text', text: 'look' }, bigPicture()] })
    const [file = ''] = expectMirrored(frames, 1)
    const large = readEntries(file).filter(entry => JSON.stringify(entry).length > MEBIBYTE)
    expect(large).not.toEqual([])
    // Only these have lines that are longer than usual, one each.
    const long = stdout.split('\n').filter(line => line.length >= MEBIBYTE)
    expect(long.flatMap(line => JSON.parse(line).entries)).toEqual(large)
  })

  it('tells a host that cannot read such a line which session misses an entry, and gives it the others', async () => {
    await script('One.')
    const { frames, stdout } = await drive({ entrypoint: 'sdk-py', content: [bigPicture()] })
    expect(stdout.split('\n').filter(line => Buffer.byteLength(line) >= MEBIBYTE - 1)).toEqual([])
    const [[file, entries] = ['', []]] = mirroredOf(frames)
    const stored = readEntries(file)
    expect(entries).toEqual(stored.filter(entry => JSON.stringify(entry).length < MEBIBYTE))
    const key = toSessionKey(relative(join(folder, 'config/projects'), file))
    expect(frames.filter(({ subtype }) => subtype === 'mirror_error').map(event => event.key)).toEqual(
      stored
        .filter(entry => JSON.stringify(entry).length >= MEBIBYTE)
        .map(() => ({ projectKey: key?.project, sessionId: key?.session })),
    )
    expect(entries.length).toBeLessThan(stored.length)
  })

  it('gives the past of a fork and of its agents before what is new', async () => {
    const task = { description: 'look', prompt: 'look around', subagent_type: 'general-purpose' }
    await script({ calls: [{ name: 'Task', input: task }] }, 'The agent has looked.', 'One.', 'Two.')
    const first = await drive({ argv: DRIVEN, content: 'the first prompt' })
    const sessionId = String(first.frames.find(({ subtype }) => subtype === 'init')?.session_id)
    const argv = [...MIRRORED, '--resume', sessionId, '--fork-session']
    const { frames } = await drive({ argv, content: 'the second prompt' })
    const files = expectMirrored(frames, 2)
    expect(files.filter(file => file.includes(sessionId))).toEqual([])
    for (const word of ['first', 'second'])
      expect(JSON.stringify(readEntries(files[0] ?? ''))).toContain(`the ${word} prompt`)
  })

  it('names in every message who drove the session', async () => {
    await script('One.')
    const { frames } = await drive({ entrypoint: 'sdk-ts', content: 'hi' })
    const [file = ''] = expectMirrored(frames, 1)
    const messages = readEntries(file).filter(({ type }) => type === 'user' || type === 'assistant')
    expect(messages.map(({ entrypoint }) => entrypoint)).toEqual(['sdk-ts', 'sdk-ts'])
  })
})

describe('a question to the host', () => {
  const content = 'all of it\n'.repeat(200_000)

  async function write(entrypoint: string): ReturnType<typeof drive> {
    await script(
      { calls: [{ name: 'Write', input: { file_path: join(folder, 'big.txt'), content } }] },
      'Done.',
    )
    const argv = [...DRIVEN, '--permission-prompt-tool', 'stdio']
    return drive({ argv, entrypoint, content: 'write it' })
  }

  it('holds all of an input of two megabytes, so that what comes back is what is done', async () => {
    const { frames } = await write('sdk-ts')
    expect(readFileSync(join(folder, 'big.txt'), 'utf8')).toBe(content)
    expect(frames.flatMap(frame => questionOf(frame)?.request.subtype ?? [])).toEqual(['can_use_tool'])
  })

  it('that the host cannot read is not asked, and denies', async () => {
    const { frames, stdout } = await write('sdk-py')
    expect(existsSync(join(folder, 'big.txt'))).toBe(false)
    expect(frames.flatMap(frame => questionOf(frame) ?? [])).toEqual([])
    expect(stdout).toContain('longer than the host can read')
    const result = frames.find(({ type }) => type === 'result')
    expect(isObject(result) && result.permission_denials).toHaveLength(1)
    expect(stdout.split('\n').filter(line => Buffer.byteLength(line) >= MEBIBYTE)).toEqual([])
  })
})
