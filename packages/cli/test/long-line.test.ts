import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outline, Page, PlacedEntry, SessionRow } from '@antiphon/server/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect, spawnAntiphon, startAntiphon } from './spawn-antiphon.ts'
import { type LongLine, writeLongLine } from './write-long-line.ts'

const IS_SOAK = process.env.SOAK === '1'
const LINE_BYTES = IS_SOAK ? 1_100_000_000 : 300_000_000
/** What a window needs by itself, and some lines of the longest that are read whole. */
const MOST_MEGABYTES = 250
const SESSION = '00000000-0000-4000-8000-000000000001'
const SERVE = fileURLToPath(new URL('./window/serve-window.ts', import.meta.url))
const FLAGS = ['--max-old-space-size=128', '--conditions=@antiphon/source', '--import', 'tsx']

describe('a log with a line that no memory holds', { timeout: 600_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), 'antiphon-long-line-'))
  const root = join(home, 'sessions')
  const path = join(root, 'projects', '-home-dev', `${SESSION}.jsonl`)
  let line: LongLine
  let server: ChildProcess
  let url: URL
  let id: string
  let before: number

  beforeAll(async () => {
    mkdirSync(join(root, 'projects', '-home-dev'), { recursive: true })
    line = writeLongLine(path, LINE_BYTES)
    server = fork(SERVE, [root, '/nowhere'], { execArgv: FLAGS })
    const [told] = await once(server, 'message')
    url = new URL(told.url)
    const [row] = (await ask('/api/sessions')).text.trim().split('\n')
    id = (JSON.parse(row ?? '{}') as SessionRow).id
    before = await measurePeak()
  })
  afterAll(() => {
    server?.disconnect()
    rmSync(home, { recursive: true, force: true })
  })

  async function measurePeak(): Promise<number> {
    server.send('measure')
    const [{ peakMegabytes }] = await once(server, 'message')
    return peakMegabytes
  }

  function ask(route: string): Promise<Answer> {
    return askWith(new URL(route, url), token(url))
  }

  async function json<T>(route: string): Promise<T> {
    const { status, text } = await ask(route)
    if (status !== 200) throw new Error(`${route}: ${status} ${text}`)
    return JSON.parse(text)
  }

  it('is listed', async () => {
    expect(id).toBeTypeOf('string')
  })

  it('has an outline that goes on behind the line', async () => {
    const { status, text } = await ask(`/api/outline?session=${id}`)
    expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' })
    const outline = JSON.parse(text) as Outline
    expect(outline.messages).toBe(6)
    expect(outline.branches).toHaveLength(1)
    expect((await measurePeak()) - before).toBeLessThan(MOST_MEGABYTES)
  })

  it('is told in pages, the line by its place and its size', async () => {
    const backwards: PlacedEntry[] = []
    for (let at: number | null = null; at !== 0; ) {
      const page: Page = await json(`/api/page?session=${id}${at === null ? '' : `&before=${at}`}`)
      backwards.unshift(...page.entries)
      at = page.from
    }
    const forwards: PlacedEntry[] = []
    for (let at = 0, end = 1; at < end; ) {
      const page: Page = await json(`/api/page?session=${id}&after=${at}`)
      forwards.push(...page.entries)
      at = page.to
      end = page.end
    }
    const uuids = ['first-u', 'first-a', 'long-u', 'long-a', 'last-u', 'last-a']
    expect(backwards.map(({ entry }) => ('uuid' in entry ? entry.uuid : null))).toEqual(uuids)
    expect(forwards).toEqual(backwards)
    expect(backwards[2]).toMatchObject({
      seq: line.seq,
      next: line.seq + line.bytes,
      storedBytes: line.bytes,
      entry: { type: 'system', subtype: 'oversize_line', uuid: 'long-u', parentUuid: 'first-a' },
    })
    expect((await measurePeak()) - before).toBeLessThan(MOST_MEGABYTES)
  })

  it('says that the line is too long for the page, and sends it piece by piece', async () => {
    const { status, text } = await ask(`/api/entry?session=${id}&seq=${line.seq}`)
    expect(status).toBe(413)
    expect(JSON.parse(text).error).toMatch(/too long/)
    const whole = await ask(`/api/line?session=${id}&seq=${line.seq}`)
    expect({ status: whole.status, bytes: whole.bytes }).toEqual({ status: 200, bytes: line.bytes })
    expect(whole.text.slice(0, 20)).toBe('{"parentUuid":"first')
    expect((await ask(`/api/line?session=${id}&seq=${line.seq + 5}`)).status).toBe(404)
    expect((await measurePeak()) - before).toBeLessThan(MOST_MEGABYTES)
  })

  it.each([
    'branch-place?leafUuid=last-a&',
    'find?q=last&',
    'search?q=Done&',
    'search-status?',
    'model?',
    'model?uuid=last-a&',
    'model/request?',
    'numbers?',
    'numbers/context?',
    'numbers/cache-breaks?',
    'numbers/sessions?',
    'doctor/session?',
    'doctor?',
  ])('answers %s, or says in words why not', async route => {
    const { status, text } = await ask(`/api/${route}session=${id}`)
    expect([200, 404, 413, 422]).toContain(status)
    if (status !== 200) expect(JSON.parse(text).error).toMatch(/\w+ \w+/)
    expect((await measurePeak()) - before).toBeLessThan(MOST_MEGABYTES)
  })

  it('is followed from its beginning', async () => {
    const text = await listenFor(new URL(`/api/follow?session=${id}&from=0`, url), token(url), 'last-a')
    expect(text).toContain('first-a')
    expect((await measurePeak()) - before).toBeLessThan(MOST_MEGABYTES)
  })

  it.each<[code: number, words: RegExp, ...args: string[]]>([
    [0, /skipped 1 damaged line: 1 too long at byte/, 'show'],
    [0, /hold no entry \(too-long\)/, 'tail', '--no-follow'],
    [0, /skipped 1 damaged line: 1 too long at byte/, 'api'],
    [0, /skipped 1 damaged line: 1 too long at byte/, 'export'],
    [2, /holds more than 256 MB/, 'doctor'],
  ])('ends with %i and says %s: `antiphon %s`', async (code, words, ...args) => {
    const run = await spawnAntiphon([...args, path])
    expect(run.code).toBe(code)
    expect(`${run.stdout}${run.stderr}`.replace(/\s+/g, ' ')).toMatch(words)
  })

  it.each<[code: number, words: string, ...args: string[]]>([
    [0, 'Done.', 'search', 'Done'],
    [0, 'has 1 damaged line', 'usage'],
    [0, SESSION.slice(0, 8), 'ls'],
  ])('ends with %i and says %s: `antiphon %s`', async (code, words, ...args) => {
    const child = startAntiphon(args, {
      HOME: home,
      CLAUDE_CONFIG_DIR: root,
      XDG_CACHE_HOME: join(home, 'cache'),
    })
    child.stdin.end()
    const run = await collect(child)
    expect({ code: run.code, words: `${run.stdout}${run.stderr}` }).toEqual({
      code,
      words: expect.stringContaining(words),
    })
  })
})

type Answer = { readonly status: number; readonly text: string; readonly bytes: number }

function token({ hash }: URL): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

/** An answer; of a long one only the beginning is kept. */
function askWith(address: URL, bearer: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { authorization: `Bearer ${bearer}` } }, answer => {
      let text = ''
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (text.length < 1_000_000) text += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, bytes }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** What an answer says until some words come. */
function listenFor(address: URL, bearer: string, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { authorization: `Bearer ${bearer}` } }, answer => {
      let text = ''
      answer.on('data', (piece: Buffer) => {
        text += piece
        if (!text.includes(words)) return
        asked.destroy()
        resolve(text)
      })
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
}
