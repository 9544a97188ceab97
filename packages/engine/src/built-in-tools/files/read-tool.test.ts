import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createReadTool } from './read-tool.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const read = createReadTool()
let harness: ToolHarness

beforeEach(async () => {
  harness = await createToolHarness()
})
afterEach(() => harness.close())

function write(name: string, content: string | Buffer): string {
  writeFileSync(harness.path(name), content)
  return harness.path(name)
}

describe('Read of text', () => {
  it('gives what Claude Code gives', async () => {
    const path = write('a.txt', 'alpha\nline2\n')
    const { outcome } = await harness.run(read, { file_path: path })
    expect(outcome).toEqual({
      content: '1\talpha\n2\tline2\n3\t',
      data: {
        type: 'text',
        file: { filePath: path, content: 'alpha\nline2\n', numLines: 3, startLine: 1, totalLines: 3 },
      },
    })
  })

  it('is a read of one file that may run beside others', async () => {
    const call = await harness.prepare(read, { file_path: 'src/a.ts' })
    expect(call).toMatchObject({
      access: { kind: 'read', paths: [harness.path('src/a.ts')] },
      isReadOnly: true,
      isConcurrencySafe: true,
      title: 'Read: src/a.ts',
    })
  })

  it('remembers the file exactly as it is stored', async () => {
    const path = write('a.txt', '\uFEFFone\r\ntwo\r\n')
    const { text } = await harness.run(read, { file_path: path })
    expect(text).toBe('1\tone\n2\ttwo\n3\t')
    expect(harness.context.files.get(path)).toMatchObject({ content: 'one\r\ntwo\r\n', isPartial: false })
  })

  it('reads the lines that are asked for and says how to go on', async () => {
    const path = write('a.txt', Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n'))
    const { text, outcome } = await harness.run(read, { file_path: path, offset: 10, limit: 2 })
    expect(text).toMatch(/^10\tline 10\n11\tline 11\n\n/)
    expect(text).toContain('offset 12')
    expect(outcome.data).toMatchObject({ file: { numLines: 2, startLine: 10, totalLines: 50 } })
    expect(harness.context.files.get(path)).toMatchObject({ content: 'line 10\nline 11', isPartial: true })
  })

  it('gives 2000 lines at most unless more are asked for', async () => {
    const path = write('a.txt', 'x\n'.repeat(3000))
    const first = await harness.run(read, { file_path: path })
    expect(first.outcome.data).toMatchObject({ file: { numLines: 2000, totalLines: 3001 } })
    const more = await harness.run(read, { file_path: path, limit: 2500 })
    expect(more.outcome.data).toMatchObject({ file: { numLines: 2500 } })
  })

  it('cuts long lines without cutting a character, and says so', async () => {
    const path = write('a.txt', `${'a'.repeat(1999)}😀${'b'.repeat(9000)}\nshort`)
    const { text } = await harness.run(read, { file_path: path })
    expect(text.split('\n')[0]).toBe(`1\t${'a'.repeat(1999)}`)
    expect(text).toContain('Cut after 2000 characters: line 1.')
    expect(text).toContain('2\tshort')
  })

  it('stops before it is too much to read', async () => {
    const path = write('a.txt', `${'y'.repeat(1000)}\n`.repeat(1500))
    const { text } = await harness.run(read, { file_path: path })
    expect(text.length).toBeLessThan(110_000)
    expect(text).toMatch(/Lines 1 to \d+ of 1501 are shown/)
  })

  it('says that a file is empty', async () => {
    const { text, outcome } = await harness.run(read, { file_path: write('a.txt', '') })
    expect(text).toContain('is empty')
    expect(outcome.isError).toBeUndefined()
  })

  it('says that there is nothing behind the end', async () => {
    const { text } = await harness.run(read, { file_path: write('a.txt', 'a\nb'), offset: 10 })
    expect(text).toContain('only 2 lines')
  })

  it('reads UTF-16 with and without a mark', async () => {
    const bytes = Buffer.from('héllo\nwörld', 'utf16le')
    const little = write('little.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]))
    const big = write('big.txt', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(bytes).swap16()]))
    const bare = write('bare.txt', bytes)
    for (const file_path of [little, big, bare]) {
      const { text } = await harness.run(read, { file_path })
      expect(text).toMatch(/^1\théllo\n2\twörld\n/)
      expect(text).toContain('UTF-16')
    }
  })

  it('says that bytes are no text', async () => {
    const { text } = await harness.run(read, { file_path: write('a.txt', Buffer.from([0x61, 0xe9, 0x62])) })
    expect(text).toContain('1\ta\uFFFDb')
    expect(text).toContain('not valid')
  })

  it('reads lines out of a file that is larger than memory should bear', async () => {
    const path = harness.path('huge.log')
    const handle = await open(path, 'w')
    const block = Buffer.from('0123456789abcde\n'.repeat(65_536))
    for (let index = 0; index < 20; index++) await handle.write(block)
    await handle.close()
    const { outcome } = await harness.run(read, { file_path: path, offset: 1_000_000, limit: 1 })
    expect(outcome.data).toMatchObject({
      file: { content: '0123456789abcde', startLine: 1_000_000, totalLines: 20 * 65_536 + 1 },
    })
  })

  it('says once that nothing has changed, and then reads again', async () => {
    const path = write('a.txt', 'alpha')
    await harness.run(read, { file_path: path })
    const second = await harness.run(read, { file_path: path })
    expect(second.outcome.data).toEqual({ type: 'file_unchanged', file: { filePath: path } })
    const third = await harness.run(read, { file_path: path })
    expect(third.text).toBe('1\talpha')
  })

  it('reads again what has changed, and other lines of the same file', async () => {
    const path = write('a.txt', 'alpha\nbeta')
    await harness.run(read, { file_path: path })
    const other = await harness.run(read, { file_path: path, offset: 2 })
    expect(other.text).toContain('2\tbeta')
    write('a.txt', 'gamma')
    utimesSync(path, new Date(), new Date(Date.now() + 5000))
    const changed = await harness.run(read, { file_path: path, offset: 2 })
    expect(changed.text).toContain('only 1 line;')
  })
})

describe('Read of what is no text', () => {
  it('names the working directory and similar files for one that is missing', async () => {
    write('server.ts', '')
    const { text, outcome } = await harness.run(read, { file_path: harness.path('sever.ts') })
    expect(outcome.isError).toBe(true)
    expect(outcome.data).toBe(`Error: ${text}`)
    expect(text).toContain(`working directory is ${harness.cwd}`)
    expect(text).toContain(harness.path('server.ts'))
  })

  it('finds a file whose path lacks the folder of the project', async () => {
    mkdirSync(harness.path('src'))
    write('src/lost.ts', '')
    const wrong = harness.path('..', 'src', 'lost.ts')
    const { text } = await harness.run(read, { file_path: wrong })
    expect(text).toContain(harness.path('src/lost.ts'))
  })

  it('refuses a folder, a device and a pipe', async () => {
    const pipe = harness.path('pipe')
    execFileSync('mkfifo', [pipe])
    symlinkSync('/dev/zero', harness.path('zeros'))
    for (const [path, word] of [
      [harness.cwd, 'folder'],
      ['/dev/zero', 'device'],
      [harness.path('zeros'), 'device'],
      [pipe, 'pipe'],
    ] as const) {
      const { text, outcome } = await harness.run(read, { file_path: path })
      expect(outcome.isError).toBe(true)
      expect(text).toContain(word)
    }
  })

  it('refuses a binary file and says which program reads it', async () => {
    const path = write('a.bin', Buffer.from('PK\x03\x04\x00\x00\x00', 'latin1'))
    const { text, outcome } = await harness.run(read, { file_path: path })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('unzip -l')
  })

  it('shows an image', async () => {
    const path = write('dot.png', Buffer.from(PIXEL, 'base64'))
    const { outcome } = await harness.run(read, { file_path: path })
    const dimensions = { originalWidth: 1, originalHeight: 1, displayWidth: 1, displayHeight: 1 }
    expect(outcome).toEqual({
      content: [{ type: 'image', source: { type: 'base64', data: PIXEL, media_type: 'image/png' } }],
      data: { type: 'image', file: { base64: PIXEL, type: 'image/png', originalSize: 70, dimensions } },
    })
  })

  it('refuses an image that the API would refuse', async () => {
    const huge = write('huge.png', Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(9_000_000)]))
    expect((await harness.run(read, { file_path: huge })).text).toContain('smaller copy')
    const bytes = Buffer.from(PIXEL, 'base64')
    bytes.writeUInt32BE(9000, 16)
    const wide = await harness.run(read, { file_path: write('wide.png', bytes) })
    expect(wide.text).toContain('9000 × 1 pixels')
    expect(wide.outcome.isError).toBe(true)
  })

  it('shows a PDF as a document, and refuses one with too many pages', async () => {
    const pdf = (pages: number) =>
      `%PDF-1.4\n1 0 obj <</Type/Pages/Count ${pages}/Kids[]>> endobj\ntrailer<</Root 1 0 R>>`
    const path = write('a.pdf', pdf(3))
    const { outcome } = await harness.run(read, { file_path: path })
    expect(outcome.content).toMatchObject([{ type: 'document', source: { media_type: 'application/pdf' } }])
    expect(outcome.data).toMatchObject({ type: 'pdf', file: { filePath: path, originalSize: pdf(3).length } })
    const long = await harness.run(read, { file_path: write('b.pdf', pdf(5000)) })
    expect(long.text).toContain('5000 pages')
    const pages = await harness.run(read, { file_path: path, pages: '1-2' })
    expect(pages.outcome.isError).toBe(true)
    expect(pages.text).toContain('pdftotext')
  })

  it('shows the cells of a notebook with what they put out', async () => {
    const notebook = {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { language_info: { name: 'python' } },
      cells: [
        { cell_type: 'markdown', id: 'intro', metadata: {}, source: ['# Title\n', 'text'] },
        {
          cell_type: 'code',
          id: 'plot',
          metadata: {},
          execution_count: 3,
          source: 'plot()',
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['done\n'] },
            { output_type: 'display_data', data: { 'image/png': PIXEL, 'text/plain': '<Figure>' } },
            { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\u001b[31mred\u001b[0m'] },
          ],
        },
      ],
    }
    const path = write('a.ipynb', JSON.stringify(notebook))
    const { outcome, text } = await harness.run(read, { file_path: path })
    expect(text).toContain('<cell id="intro"><cell_type>markdown</cell_type># Title\ntext</cell>')
    expect(text).toContain('<cell id="plot"><language>python</language>plot()</cell>')
    expect(text).toContain('E: v\nred')
    expect(outcome.content).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'image' })]))
    expect(outcome.data).toMatchObject({
      type: 'notebook',
      file: {
        cells: [
          { cellType: 'markdown', cell_id: 'intro' },
          { cellType: 'code', cell_id: 'plot', execution_count: 3, language: 'python' },
        ],
      },
    })
  })

  it('does nothing once it is interrupted', async () => {
    const path = write('a.txt', 'alpha')
    harness.abort()
    const { outcome } = await harness.run(read, { file_path: path })
    expect(outcome.isError).toBe(true)
    expect(harness.context.files.get(path)).toBeUndefined()
  })

  it('refuses an input that no file can have', async () => {
    for (const file_path of ['', 'a\0b']) {
      const { outcome } = await harness.run(read, { file_path })
      expect(outcome.isError).toBe(true)
    }
  })
})
