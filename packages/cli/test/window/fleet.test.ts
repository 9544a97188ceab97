import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Entry, encodeEntry } from '@antiphon/core'
import { createScriptModel } from '@antiphon/simulator'
import { POSTGRES_NOTE, RUNS_POSTGRES } from '@antiphon/store-postgres/testing/start-postgres'
import { toLogPath, toProjectKey } from '@antiphon/transcript'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import { createFleetKit, type FleetHost, type FleetKit } from '../fleet-kit.ts'
import { createHeadlessKit, DRIVEN, type HeadlessKit } from '../headless-kit.ts'
import { collect, startAntiphon } from '../spawn-antiphon.ts'
import { say } from './chat-place.ts'
import { choose, IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const row = (page: Page, name: string): Locator => page.locator('.session-row', { hasText: name })

let fleet: FleetKit
let kit: HeadlessKit
let url = ''
const ends: (() => Promise<unknown>)[] = []

/** Writes a session as the files of a host have it; gives its path and what it can go on with. */
function write(
  host: FleetHost,
  index: number,
  words: string,
): { path: string; more: (text: string) => void } {
  const session = uuidOf(index)
  const folder = join(kit.folder, index % 2 === 0 ? 'lighthouse' : 'harbor')
  mkdirSync(folder, { recursive: true })
  const log = createLog(session)
  const path = toLogPath(host.root, { project: toProjectKey(folder), session })
  mkdirSync(dirname(path), { recursive: true })
  let written = 0
  const flush = (): void => {
    const lines = log.entries
      .slice(written)
      .map(entry => encodeEntry(withUsage({ cwd: folder, version: '2.1.200', ...entry })))
    written = log.entries.length
    appendFileSync(path, lines.join(''))
  }
  log.say(words)
  log.answer({ type: 'text', text: 'Yes.' })
  flush()
  return {
    path,
    more(text) {
      log.say(text)
      flush()
    },
  }
}

/** Opens the window of a host as a person does, and leaves it open for all tests. */
async function openWindow(host: FleetHost): Promise<string> {
  const child = startAntiphon(
    ['open', '--json', '--store', fleet.url],
    { ...kit.env, ...host.env },
    kit.folder,
  )
  ends.push(async () => {
    child.kill('SIGINT')
    await once(child, 'close')
  })
  const [line] = await once(child.stdout, 'data')
  return JSON.parse(String(line)).url
}

beforeAll(async () => {
  if (IS_SKIPPED || !RUNS_POSTGRES) return
  fleet = await createFleetKit()
  kit = await createHeadlessKit(createScriptModel(['First.', 'I took it over.', 'Third.']))
}, PAGE_TIMEOUT_MS)
afterAll(async () => {
  for (const end of ends) await end()
  await kit?.close()
  await fleet?.close()
})

describe.skipIf(IS_SKIPPED || !RUNS_POSTGRES)(
  `the window on a team’s store${POSTGRES_NOTE}`,
  { timeout: 2 * PAGE_TIMEOUT_MS },
  () => {
    const { open, picture, checkAccess } = setUpWindow()

    it('shows the sessions of all hosts and people, live, with the numbers of their files', async () => {
      const [laptop, ci, desk] = [
        fleet.host('laptop', 'ana'),
        fleet.host('ci', 'ben'),
        fleet.host('desk', 'zoe'),
      ]
      const fog = write(laptop, 2, 'The fog horn drifts')
      write(laptop, 1, 'Move the tide tables')
      write(ci, 4, 'Why is the lamp dark')
      await Promise.all([laptop.run('sync'), ci.run('sync')])
      url = await openWindow(desk)
      const { page, faults } = await open(url)
      await row(page, 'The fog horn drifts').getByText('ana · laptop').waitFor()
      await row(page, 'Why is the lamp dark').getByText('ben · ci').waitFor()
      await page.getByText('3 sessions', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('button', { name: 'Person: Any person' }).click()
      await page.getByRole('menuitemradio', { name: 'ben' }).click()
      await page.getByText('1 of 3 sessions').waitFor()
      await picture(page, 'fleet-list-light')
      await checkAccess(page)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByRole('button', { name: 'Repository: Any repository' }).click()
      await page.getByRole('menuitemradio', { name: 'harbor' }).click()
      await page.getByText('1 of 3 sessions').waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByRole('button', { name: 'Computer: Any computer' }).click()
      await page.getByRole('menuitemradio', { name: 'laptop' }).click()
      await page.getByText('2 of 3 sessions').waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()

      // What another host begins is listed, and what it goes on with grows on the open page.
      await row(page, 'The fog horn drifts').click()
      await page.getByText('Yes.').first().waitFor()
      write(ci, 6, 'Paint the buoy green')
      fog.more('and the bell')
      await Promise.all([laptop.run('sync'), ci.run('sync')])
      await row(page, 'Paint the buoy green').getByText('ben · ci').waitFor()
      await page.locator('.story-scroll').getByText('and the bell').first().waitFor()

      // The same numbers and the same hits as over the same files.
      const files = fleet.host('files')
      for (const { root } of [laptop, ci])
        cpSync(join(root, 'projects'), join(files.root, 'projects'), { recursive: true })
      const { ANTIPHON_STORE: _, ...onFiles } = files.env
      const runOn = (...argv: readonly string[]): ReturnType<typeof collect> => {
        const child = startAntiphon(argv, { ...onFiles, ANTIPHON_STORE: '' })
        child.stdin.end()
        return collect(child)
      }
      const usage = ['usage', '--json', '--by', 'model']
      const [ofStore, ofFiles] = [await desk.run(...usage), await runOn(...usage)]
      expect(ofStore.code).toBe(0)
      expect(readTotal(ofStore.stdout)).toMatchObject({ total: { answers: 4, sessions: 4 } })
      expect(dropPlaces(ofStore.stdout)).toEqual(dropPlaces(ofFiles.stdout))
      // What was counted a moment ago is told again for some seconds.
      await expect
        .poll(() => readNumbers(page), { timeout: 40_000, interval: 1000 })
        .toMatchObject(readTotal(ofFiles.stdout))
      await page.keyboard.press('Escape')
      await page.goto(`${new URL(url).origin}/#/search?q=buoy`)
      await page.getByText('Paint the').first().waitFor()
      expect(faults).toEqual([])

      await choose(page, 'Dark')
      await picture(page, 'fleet-list-dark')
    })

    it('takes a session over when asked twice, says from whom, and has their agent refused', async () => {
      const session = randomUUID()
      const zombie = kit.start([...DRIVEN, '--session-id', session], {
        env: { ...fleet.host('laptop', 'ana').env, ANTIPHON_STORE: fleet.url },
      })
      zombie.say('Write the log of the lighthouse')
      await zombie.until(({ type }) => type === 'result')
      const { page, faults } = await open(url, { locale: 'en-US' })
      await row(page, 'Write the log of the lighthouse').click()
      await page.getByText('ana writes this session now, on laptop.').waitFor()
      await page.getByRole('button', { name: 'Take over…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Take over this session?' })
      await dialog.getByText(/ana on laptop has written it since /).waitFor()
      await picture(page, 'fleet-take-over')
      await checkAccess(page)
      await dialog.getByRole('button', { name: 'Take over' }).click()
      await say(page, 'I go on here')
      await page.locator('.story-scroll').getByText('I took it over.').first().waitFor()
      zombie.say('I was asleep')
      zombie.hush()
      expect(await zombie.ended).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('was changed by another writer'),
      })
      // It is zoe's now, in every window.
      await row(page, 'Write the log of the lighthouse').getByText('zoe · desk').waitFor()
      expect(faults).toEqual([])
    })

    it('speaks Chinese, and says so when the store is away', async () => {
      const { page } = await open(url, { locale: 'zh-CN', colorScheme: 'dark' })
      await row(page, 'The fog horn drifts').waitFor()
      await page.getByRole('button', { name: '筛选' }).click()
      await page
        .getByRole('button', { name: '人员：任意人员' })
        .or(page.getByRole('button', { name: /^人员/ }))
        .first()
        .click()
      await page.getByRole('menuitemradio', { name: 'zoe' }).click()
      await picture(page, 'fleet-list-zh')
      await checkAccess(page)
      await fleet.server.kill()
      await page.getByText('显示的是之前获取的内容。').waitFor({ timeout: 40_000 })
      await fleet.server.start()
      await page.getByText('显示的是之前获取的内容。').waitFor({ state: 'detached', timeout: 40_000 })
    })
  },
)

/** Where the files lie is all that differs, and how many of them were counted before. */
function dropPlaces(json: string): unknown {
  return JSON.parse(json, (name, value) =>
    ['roots', 'path', 'searched', 'files'].includes(name) ? undefined : value,
  )
}

/** Answers cost something, so that there is something to sum up. */
function withUsage(entry: Record<string, unknown>): Entry {
  const usage = { input_tokens: 1000, output_tokens: 200 }
  const isAnswer = entry.type === 'assistant'
  const message = { ...Object(entry.message), id: `${entry.sessionId} ${entry.uuid}`, usage }
  return (isAnswer ? { ...entry, message } : entry) as unknown as Entry
}

function readTotal(json: string): object {
  const { total } = JSON.parse(json)
  return { total }
}

async function readNumbers(page: Page): Promise<unknown> {
  const ask = `fetch('/api/numbers?by=model&stack=none').then(answer => answer.text())`
  const lines = (await page.evaluate<string>(ask)).trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '{}').report
}
