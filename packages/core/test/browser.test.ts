import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserPath } from '../../../scripts/set-up/browser-path.mjs'
import * as core from '../src/index.ts'

const BROWSER = browserPath()

/** A history with an open call, a lone surrogate and a quote block: something for every view to do. */
const HISTORY = [
  {
    type: 'user',
    uuid: 'a0000000-0000-4000-8000-000000000000',
    timestamp: '2026-01-01T00:00:00.000Z',
    message: { role: 'user', content: '读 \ud83d' },
  },
  {
    type: 'assistant',
    uuid: 'b0000000-0000-4000-8000-000000000000',
    timestamp: '2026-01-01T00:00:01.000Z',
    message: {
      id: 'm1',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [
        { type: 'text', text: 'Reading.' },
        { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a' } },
      ],
    },
  },
]

type Views = { request: unknown; split: unknown; context: unknown; statistics: unknown }

function computeViews(library: typeof core, history: unknown[]): Views {
  const messages = library.normalizeMessagesForAPI(history)
  const parser = library.createStreamJsonParser()
  parser.push(new TextEncoder().encode('{"type":"result","subtype":"success","result":"é"}\n').slice(0, 20))
  return {
    request: library.buildApiRequest(messages),
    split: library.normalizeMessages(history as never),
    context: library.parseContext(library.addContext('hello', [{ type: 'FileReference', path: 'a.ts' }])),
    statistics: parser.end(),
  }
}

describe.skipIf(!BROWSER)(`the core in Chromium (skipped where there is none: set CHROMIUM_PATH)`, () => {
  let folder: string
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'antiphon-browser-'))
    await build({
      configFile: false,
      logLevel: 'error',
      root: fileURLToPath(new URL('..', import.meta.url)),
      build: {
        outDir: folder,
        emptyOutDir: true,
        lib: {
          entry: fileURLToPath(new URL('../src/index.ts', import.meta.url)),
          formats: ['es'],
          fileName: 'core',
        },
      },
    })
    const bundle = await readFile(join(folder, 'core.js'))
    server = createServer((request, response) => {
      const isScript = request.url === '/core.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? bundle : '<!doctype html><title>core</title>')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    browser = await chromium.launch({
      executablePath: BROWSER as string,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('bundles without anything of Node', async () => {
    const bundle = await readFile(join(folder, 'core.js'), 'utf8')
    expect(bundle).not.toMatch(/\bfrom\s*["']|\brequire\(|\bprocess\.|\bBuffer\b/)
  })

  it('computes the same views there as here', async () => {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    // As text, since the test runner rewrites the imports of functions.
    const there = await page.evaluate<string>(
      `import('/core.js').then(library => JSON.stringify((${computeViews})(library, ${JSON.stringify(HISTORY)})))`,
    )
    expect(errors).toEqual([])
    expect(JSON.parse(there)).toEqual(
      JSON.parse(JSON.stringify(computeViews(core, JSON.parse(JSON.stringify(HISTORY))))),
    )
  })
})
