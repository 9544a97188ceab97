import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORPUS, corpusPath } from '@antiphon/core/testing/corpus'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpBrowser } from '../../../web/test/browser-kit.ts'
import { createHostileLog, HOSTILE_WORDS } from '../../../web/test/hostile-log.ts'
import { spawnAntiphon } from '../spawn-antiphon.ts'

let folder: string
let server: Server
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-html-'))
  // Any file of the folder, as a stranger's server would hand it out: no policy but the file's own.
  server = createServer(async (request, response) => {
    const file = await readFile(join(folder, (request.url ?? '').slice(1))).catch(() => null)
    response.writeHead(file ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(file ?? '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function exportTo(name: string, session: string): Promise<string> {
  const { code, stderr } = await spawnAntiphon(['export', session, '--out', join(folder, name)])
  expect(stderr).toContain(`written to ${join(folder, name)}`)
  expect(code).toBe(0)
  return `${origin}/${name}`
}

describe.skipIf(IS_SKIPPED)('an exported HTML file in Chromium', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { open, picture, checkAccess } = setUpBrowser()

  it('runs, loads and sends nothing of a hostile session, and shows all of it as text', async () => {
    const session = join(folder, 'hostile.jsonl')
    await writeFile(
      session,
      createHostileLog()
        .entries.map(entry => `${JSON.stringify(entry)}\n`)
        .join(''),
    )
    const { page, faults, foreign } = await open(await exportTo('hostile.html', session))
    const words = await page.evaluate<string>('document.body.textContent')
    for (const word of HOSTILE_WORDS) expect(words).toContain(word)
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    const tags = await page.evaluate<string[]>(
      '[...new Set([...document.querySelectorAll("*")].map(one => one.localName))]',
    )
    expect(
      tags.filter(tag =>
        /^(?:script|iframe|object|embed|link|base|form|svg|math|video|audio|input)$/.test(tag),
      ),
    ).toEqual([])
    const addresses = await page.evaluate<string[]>(
      '[...document.querySelectorAll("[href]")].map(one => one.href)',
    )
    expect(addresses.filter(address => !/^https?:/.test(address))).toEqual([])
    const handlers = await page.evaluate<number>(
      '[...document.querySelectorAll("*")].filter(one => [...one.attributes].some(({ name }) => name.startsWith("on"))).length',
    )
    expect(handlers).toBe(0)
    expect(faults).toEqual([])
    expect(foreign).toEqual([])
  })

  it('is read without a script, in both themes, on a phone and with the keyboard alone', async () => {
    const long = CORPUS.find(name => name.includes('1e0816ef')) ?? ''
    const address = await exportTo('long.html', corpusPath(long))
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, faults } = await open(address, { colorScheme })
      await page.locator('details.work > summary').first().focus()
      await page.keyboard.press('Enter')
      expect(await page.locator('details.work').first().getAttribute('open')).toBe('')
      await checkAccess(page)
      await picture(page, `export-html-${colorScheme}`)
      expect(faults).toEqual([])
    }
    const { page } = await open(address, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
    expect(await page.locator('.turn').count()).toBeGreaterThan(10)
    await page.locator('details.work > summary').first().click()
    await page.locator('details.work .call').first().waitFor()
  })

  it('scrolls nowhere sideways on a phone', async () => {
    const { page } = await open(`${origin}/long.html`, { viewport: { width: 390, height: 844 } })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})
