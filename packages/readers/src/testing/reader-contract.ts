import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { checkApiContract } from '@antiphon/contract'
import { buildApiRequest, createApiView, type Message, readLog } from '@antiphon/core'
import type { ForeignAgent } from '@antiphon/core/log'
import { AGENT_USAGE, decodeLines, isTranscriptEntry } from '@antiphon/core/log'
import { countMessages } from '@antiphon/core/ui'
import { createUsageLedger } from '@antiphon/core/usage'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listOriginals } from '../copy/list-originals.ts'
import { refreshAgents } from '../copy/refresh-agents.ts'
import { type AgentHome, createAgentHome } from './samples.ts'

/** What a sample comes to, counted from its own text by other means than the reader's. */
export type SampleCounts = {
  /** What a person said. */
  readonly prompts?: number
  /** Calls of tools, as the agent counts them. */
  readonly calls?: number
  /** Their results. */
  readonly results?: number
  readonly usage?: {
    readonly input: number
    readonly cacheRead: number
    readonly cacheWrite: number
    readonly output: number
  }
}

export type AgentSample = {
  readonly name: string
  /** Where the agent keeps it, below the home; the first file is the session itself. */
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly counts: SampleCounts
  /** Copies that it becomes; one unless told. */
  readonly copies?: number
}

export type ReaderContractOptions = {
  readonly agent: ForeignAgent
  readonly samples: readonly AgentSample[]
  /** Whether sessions are files with an object a line that are appended to: those are read on from where reading stopped. */
  readonly isAppended: boolean
  /** A line of a kind that no version wrote, where lines are objects. */
  readonly unknownLine?: string
}

type Json = Record<string, unknown>

/** What every reader promises, on real sessions of its agent. */
export function testReader({ agent, samples, isAppended, unknownLine }: ReaderContractOptions): void {
  let place: AgentHome
  beforeEach(() => {
    place = createAgentHome()
  })
  afterEach(() => place.remove())

  const refresh = async (): Promise<readonly string[]> => {
    const { problems } = await refreshAgents({
      env: {},
      home: place.home,
      folder: place.folder,
      agents: [agent],
    })
    expect(problems).toEqual([])
    return listCopies(place.folder)
  }

  const put = ({ files }: AgentSample): readonly string[] =>
    Object.entries(files).map(([path, content]) => place.write(path, content))

  describe.each(samples.map(sample => [sample.name, sample] as const))('%s', (_, sample) => {
    it('becomes entries that hang on each other, say where they are from, and answer every call that was answered', async () => {
      put(sample)
      const copies = await refresh()
      expect(copies).toHaveLength(sample.copies ?? 1)
      for (const copy of copies) {
        const bytes = readFileSync(copy)
        const lines = decodeLines(bytes)
        expect(lines.filter(({ kind }) => kind === 'bad')).toEqual([])
        const entries = readEntries(bytes)
        const [source, ...rest] = entries
        expect(source).toMatchObject({ type: 'agent-source', agent, entrypoint: agent })
        expect(existsSync(String(source?.path))).toBe(true)
        const messages = rest.filter(isTranscriptEntry) as unknown as Json[]
        const known = new Set<unknown>([null])
        for (const entry of messages) {
          expect(known.has(entry.parentUuid)).toBe(true)
          expect(known.has(entry.uuid)).toBe(false)
          known.add(entry.uuid)
          expect(['number', 'string']).toContain(typeof entry.originalAt)
          expect(Number.isNaN(Date.parse(String(entry.timestamp)))).toBe(false)
        }
        expect(readLog(bytes).report).toEqual([])
        const calls = new Set(readBlocks(entries, 'tool_use').map(({ id }) => id))
        for (const { tool_use_id: id } of readBlocks(entries, 'tool_result')) expect(calls.has(id)).toBe(true)
      }
    })

    it('becomes a request that the API accepts', async () => {
      put(sample)
      for (const copy of await refresh()) {
        const view = createApiView()
        for (const message of readLog(readFileSync(copy)).messages) view.append(message as Message)
        const request = buildApiRequest(view.messages(), { model: 'claude-opus-5-5' })
        expect(checkApiContract(request)).toEqual([])
      }
    })

    it('can be read again from the files that it says it needs, or tells its row as a text', async () => {
      const [session] = put(sample)
      const copies = await refresh()
      const { originals } = await listOriginals({ env: {}, home: place.home, folder: place.folder })
      expect(originals).toHaveLength(copies.length)
      const kept = new Map(originals.flatMap(({ files }) => files()).map(path => [path, readFileSync(path)]))
      expect([...kept.keys()]).toContain(originals[0]?.original.row ? originals[0].original.path : session)
      for (const { original, rows } of originals) if (rows()) expect(String(rows())).toContain(original.row)
      const before = copies.map(withoutPlace)
      place.remove()
      for (const [path, bytes] of kept) place.write(relative(place.home, path), bytes)
      expect(await refresh()).toEqual(copies)
      expect(copies.map(withoutPlace)).toEqual(before)
    })

    it('comes to what its own text comes to', async () => {
      put(sample)
      expect(countCopies(await refresh(), sample.counts)).toEqual(sample.counts)
    })

    it('is left as it was, with all that lies beside it', async () => {
      put(sample)
      const before = snapshot(place.home, place.folder)
      await refresh()
      await refresh()
      expect(snapshot(place.home, place.folder)).toEqual(before)
    })

    it('is the same when it is read as it grows', async () => {
      const [path = ''] = put(sample)
      const whole = readFileSync(path)
      const atOnce = new Map((await refresh()).map(copy => [copy, readFileSync(copy, 'utf8')]))
      // The same files: some agents tell no times but those of their files.
      rmSync(place.folder, { recursive: true })
      const again = path
      const cuts = isAppended ? [0.13, 0.35, 0.5, 0.77, 0.99] : []
      let at = Math.floor(whole.length * (cuts[0] ?? 0))
      if (isAppended) truncateSync(again, at)
      for (const cut of [...cuts.slice(1), 1]) {
        await refresh()
        const next = Math.floor(whole.length * cut)
        if (isAppended) appendFileSync(again, whole.subarray(at, next))
        at = next
      }
      const grown = new Map((await refresh()).map(copy => [copy, readFileSync(copy, 'utf8')]))
      expect([...grown]).toEqual([...atOnce])
    })

    it('is not lost with its beginning: what follows is read, or it is told that nothing can be', async () => {
      const [path = ''] = put(sample)
      const bytes = readFileSync(path)
      if (isAppended)
        writeFileSync(path, Buffer.concat([Buffer.from('{"torn": tr'), bytes.subarray(bytes.indexOf(0x0a))]))
      else writeFileSync(path, bytes.subarray(0, bytes.length / (path.endsWith('.md') ? 2 : 3)))
      const options = { env: {}, home: place.home, folder: place.folder, agents: [agent] }
      const isToldAlways = [await refreshAgents(options), await refreshAgents(options)].every(
        ({ problems }) => problems.some(problem => path.startsWith(problem.path)),
      )
      const said = listCopies(place.folder).flatMap(copy => readEntries(readFileSync(copy)))
      expect(
        isToldAlways || said.some(entry => entry.message !== undefined || entry.level === 'warning'),
      ).toBe(true)
    })

    it('loses a line to damage, and no other; told again it is not read again', async () => {
      const [path = ''] = put(sample)
      const [copy = ''] = await refresh()
      const before = new Set(readEntries(readFileSync(copy)).map(({ uuid }) => uuid))
      const modified = statSync(copy).mtimeMs
      await refresh()
      expect(statSync(copy).mtimeMs).toBe(modified)
      if (!isAppended) return
      const lines = readFileSync(path, 'utf8').split('\n')
      const middle = Math.floor(lines.length / 2)
      const random = createRandom(lines.length)
      for (let round = 0; round < 5; round++) {
        const damaged = [...lines]
        const victim = Math.max(1, Math.floor(random() * (lines.length - 1)))
        damaged[victim] = spoil(damaged[victim] ?? '', random)
        writeFileSync(path, damaged.join('\n'))
        await refresh()
        expect(listCopies(place.folder).length).toBeGreaterThan(0)
      }
      writeFileSync(path, [...lines.slice(0, middle), '{"torn": tr', ...lines.slice(middle)].join('\n'))
      await refresh()
      const after = readFileSync(copy)
      expect(decodeLines(after).filter(({ kind }) => kind === 'bad').length).toBeGreaterThan(0)
      expect(readEntries(after).filter(({ uuid }) => uuid !== undefined).length).toBe(
        [...before].filter(uuid => uuid !== undefined).length,
      )
    })
  })

  if (unknownLine !== undefined)
    it('passes on what it does not know, untouched', async () => {
      const [sample] = samples
      if (!sample) throw new Error('no sample')
      const [path = ''] = put(sample)
      appendFileSync(path, `${readFileSync(path, 'utf8').endsWith('\n') ? '' : '\n'}${unknownLine}\n`)
      const [copy = ''] = await refresh()
      expect(readEntries(readFileSync(copy))).toContainEqual(
        expect.objectContaining({ type: 'agent-line', agent, raw: unknownLine }),
      )
    })

  it('has nothing where there is nothing, and survives what is no session', async () => {
    expect(await refresh()).toEqual([])
    const [sample] = samples
    for (const [index, junk] of ['', '\n', 'no json', '{}\n', '[]', '\0\0\0'].entries()) {
      const [path = ''] = Object.keys(sample?.files ?? {})
      place.write(path.replace(/(\.\w+)$/, index === 0 ? '$1' : `-${index}$1`), junk)
    }
    const { problems } = await refreshAgents({
      env: {},
      home: place.home,
      folder: place.folder,
      agents: [agent],
    })
    for (const { reason } of problems) expect(reason).not.toBe('')
  })
}

/** Every copy below a folder, in the order of their names. */
export function listCopies(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => join(folder, name))
    .toSorted()
}

/** The objects of a copy. */
export function readEntries(bytes: Uint8Array): readonly Json[] {
  return decodeLines(bytes).flatMap(line => (line.kind === 'entry' ? [line.entry as Json] : []))
}

/** The blocks of one type in all messages. */
export function readBlocks(entries: readonly Json[], type: string): readonly Json[] {
  return entries.flatMap(entry => {
    const content = (entry.message as Json | undefined)?.content
    return Array.isArray(content) ? content.filter(block => block.type === type) : []
  })
}

/** The same of copies as is told of their sample. */
function countCopies(copies: readonly string[], told: SampleCounts): SampleCounts {
  const entries = copies.flatMap(copy => readEntries(readFileSync(copy)))
  const isPart = ({ id, tool_use_id: of }: Json): boolean => PART.test(String(id ?? of))
  const ledger = createUsageLedger()
  for (const entry of entries) {
    const message = entry.message as Json | undefined
    if ((entry.type === 'assistant' || entry.type === AGENT_USAGE) && message?.usage && !entry.forkedFrom)
      ledger.add({ id: String(message.id), model: String(message.model), usage: message.usage })
  }
  const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }
  for (const { usage: of } of ledger.answers()) {
    usage.input += of.input_tokens
    usage.cacheRead += of.cache_read_input_tokens
    usage.cacheWrite += of.cache_creation_input_tokens
    usage.output += of.output_tokens
  }
  const all = {
    prompts: countMessages(entries.map(entry => ({ ...entry, isSidechain: false }))).prompts,
    calls: readBlocks(entries, 'tool_use').filter(block => !isPart(block)).length,
    results: readBlocks(entries, 'tool_result').filter(block => !isPart(block)).length,
    usage,
  }
  return Object.fromEntries(Object.keys(told).map(name => [name, all[name as keyof typeof all]]))
}

// A patch of several files is shown as several calls.
const PART = /-part\d+$/

/** Names, sizes and times of all files but the copies. */
function snapshot(home: string, without: string): readonly string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .map(name => join(home, name))
    .filter(path => !path.startsWith(dirname(without)))
    .map(path => {
      const { size, mtimeMs } = statSync(path)
      return `${relative(home, path)} ${size} ${mtimeMs}`
    })
    .toSorted()
}

/** Numbers that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function spoil(line: string, random: () => number): string {
  const bytes = Buffer.from(line)
  const at = Math.floor(random() * bytes.length)
  const kind = Math.floor(random() * 4)
  if (kind === 0) return line.slice(0, at)
  if (kind === 1) return `${line.slice(0, at)}\0\0\0${line.slice(at)}`
  if (kind === 2) return `${line}${line}`
  if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 7))
  return bytes.toString('latin1').replaceAll('\n', ' ')
}

/** A copy without its first line, which names the file that it is of, and without times: of some agents only the file has one. */
function withoutPlace(path: string): string {
  const text = readFileSync(path, 'utf8')
  return text.slice(text.indexOf('\n') + 1).replaceAll(/"timestamp":"[^"]*"/g, '')
}
