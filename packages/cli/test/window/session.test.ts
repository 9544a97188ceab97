import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { writeLog } from '../../../../bench/generated-log.ts'
import {
  createLog,
  makeForkedLog,
  makeLongSession,
  makeRichSession,
  toLines,
  uuidOf,
} from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const FOLDER = 'projects/-home-me'
const LOG = `${FOLDER}/${uuidOf(1)}.jsonl`

describe.skipIf(IS_SKIPPED)('a session in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  it('asks for nothing but its page before the first screen stands, and for each of the rest once', async () => {
    const { entries } = makeLongSession('long', 40)
    const { page, faults } = await visit({ files: { [LOG]: toLines(entries) } })
    const asked: string[] = []
    page.on('request', request => asked.push(`ask ${new URL(request.url()).pathname.slice(5)}`))
    page.on('requestfinished', request => asked.push(`got ${new URL(request.url()).pathname.slice(5)}`))
    await page.locator('.session-row').first().click()
    await page.locator('.item').first().waitFor()
    const rest = ['ask chat/offer', 'ask outline', 'ask turns']
    await expect.poll(() => asked).toEqual(expect.arrayContaining(rest))
    for (const one of rest) {
      expect(asked.indexOf(one)).toBeGreaterThan(asked.indexOf('got page'))
      expect(asked.filter(other => other === one)).toHaveLength(1)
    }
    // Nobody looks at the files that it changed.
    expect(asked).not.toContain('ask files')
    expect(faults).toEqual([])
  })

  it('opens 100 MB with some kilobytes, and leads to any point of it', async () => {
    const { page, root, faults } = await visit({ files: { [`${FOLDER}/.keep`]: '' } })
    const bytes = countBytes(page)
    writeLog(join(root, LOG), { bytes: 100_000_000, liveBytes: 1_000_000, windowBytes: 6_000_000 })
    await page.locator('.session-row').first().click()
    await page.locator('.item').first().waitFor()
    expect(await bytes()).toBeLessThan(200_000)
    const timeline = page.getByRole('navigation', { name: 'Timeline of the session' })
    const ticks = page.locator('.timeline-ticks button')
    // The whole file is read for it, on a machine that may do much else.
    await ticks.first().waitFor({ timeout: 60_000 })
    // All that it took, the outline with it.
    expect(await bytes()).toBeLessThan(300_000)
    // Of very many turns those around the reader are told, and the compactions among them.
    expect(await page.locator('.timeline-compaction').count()).toBeGreaterThan(0)
    const count = await ticks.count()
    expect(count).toBeGreaterThan(50)
    await expect.poll(async () => (await seenTicks(page)).at(-1)).toBe(count - 1)
    for (const share of [0.5, 0.13, 0.87]) {
      const before = await bytes()
      const index = Math.floor(count * share)
      const turn = await turnOf(ticks.nth(index))
      await ticks.nth(index).click()
      await expect.poll(() => seenTurns(page), { timeout: 15_000 }).toContain(turn)
      await page.locator('.item').first().waitFor()
      expect((await bytes()) - before).toBeLessThan(500_000)
    }
    await ticks.nth(Math.floor(count / 2)).hover()
    await picture(page, 'session-100mb')
    await checkAccess(page)
    await timeline.locator('[tabindex="0"]').first().press('Home')
    const first = await turnOf(ticks.first())
    await page.keyboard.press('Enter')
    // Those around that one are told now: there is always a way further up.
    await expect.poll(() => seenTurns(page), { timeout: 15_000 }).toContain(first)
    await expect.poll(() => turnOf(ticks.first()), { timeout: 15_000 }).toBeLessThan(first)
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toMatch(/^Turn/)
    await page.keyboard.press('End')
    const last = await turnOf(ticks.last())
    await page.keyboard.press('Enter')
    await expect.poll(() => seenTurns(page), { timeout: 15_000 }).toContain(last)
    await page.keyboard.press('g')
    await expect.poll(async () => (await seenTurns(page))[0], { timeout: 15_000 }).toBe(1)
    expect(faults).toEqual([])
  })

  it('marks all of a session that fits on the screen as what is seen', async () => {
    const log = createLog('short')
    for (const word of ['one', 'two', 'three']) {
      log.say(word)
      log.answer({ type: 'text', text: word })
    }
    const { page, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    // By keyboard, too, no frame is drawn around all that is read.
    await page.locator('.session-row').first().press('Enter')
    await page.locator('.timeline').waitFor()
    await expect.poll(() => page.evaluate(`document.activeElement.className`)).toContain('story-scroll')
    expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe('none')
    await expect.poll(() => seenTicks(page)).toEqual([0, 1, 2])
    expect(await page.evaluate(`document.querySelector('.story-scroll').scrollTop`)).toBe(0)
    expect(faults).toEqual([])
  })

  it('counts turns in its timeline, not bytes: what a subagent stored takes no room', async () => {
    const log = createLog('heavy')
    for (const word of ['one', 'two', 'three']) {
      log.say(word)
      log.answer({ type: 'text', text: word })
      if (word !== 'one') continue
      for (let line = 0; line < 200; line += 1)
        log.add({ type: 'progress', data: { message: 'x'.repeat(10_000) } })
    }
    const { page, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    await page.locator('.session-row').first().click()
    await page.locator('.timeline').waitFor()
    const heights: unknown = await page.evaluate(
      `[...document.querySelectorAll('.timeline-ticks li')].map(tick => Math.round(tick.getBoundingClientRect().height))`,
    )
    expect(heights).toEqual([18, 18, 18])
    await page.getByRole('button', { name: 'What the strip shows' }).click()
    await page.getByText('A turn; longer means more tool calls').waitFor()
    await checkAccess(page)
    expect(faults).toEqual([])
  })

  it('shows the branches of a conversation as a tree, and leads to each', async () => {
    const { page, faults } = await visit({ files: { [LOG]: toLines(makeForkedLog(900)) } })
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 899.').waitFor()
    const button = page.getByRole('button', { name: '1 branch' })
    await button.click()
    await page.getByRole('tree', { name: 'Branches of the conversation' }).waitFor()
    await picture(page, 'branches')
    await checkAccess(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('This was left behind.').waitFor()
    expect(await page.getByText('The other way').count()).toBe(0)
    await picture(page, 'branch-shown')
    await button.click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByText('The other way').waitFor()
    expect(await page.getByText('This was left behind.').count()).toBe(0)
    // On a phone its title keeps its room beside the button, and the tree has the whole width.
    await page.setViewportSize({ width: 390, height: 844 })
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(150)
    await button.click()
    const tree = page.getByRole('tree', { name: 'Branches of the conversation' })
    await expect.poll(async () => (await tree.boundingBox())?.width).toBeGreaterThan(320)
    await picture(page, 'branches-phone')
    await checkAccess(page)
    expect(faults).toEqual([])
  })

  it('finds in all of a session and marks the words', async () => {
    const { page, faults } = await visit({
      files: { [LOG]: toLines(makeLongSession('long', 1500).entries) },
    })
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 1500.').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('question 77')
    // Shown as one types, and the field keeps the focus.
    await page.getByText('1 of 11').waitFor()
    await page.locator('.is-marked', { hasText: 'Question 77:' }).waitFor()
    await page.keyboard.type('0')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.locator('.is-marked', { hasText: 'Question 770:' }).waitFor()
    await page.keyboard.press('Backspace')
    await page.getByText('1 of 11').waitFor()
    for (const [keys, number] of [
      ['Enter', 770],
      ['Shift+Enter', 77],
      ['Shift+Enter', 779],
    ] as const) {
      await page.getByLabel('Find in this session').press(keys)
      await page.locator('.is-marked', { hasText: `Question ${number}:` }).waitFor()
    }
    await page.getByText('11 of 11').waitFor()
    // Nobody writes it: whoever reads further up misses nothing.
    expect(await page.getByRole('button', { name: 'Jump to latest' }).count()).toBe(0)
    await expect.poll(() => page.evaluate(`CSS.highlights.get('found')?.size`)).toBeGreaterThan(0)
    expect(await page.evaluate(`CSS.highlights.get('found-current')?.size`)).toBe(1)
    await picture(page, 'find')
    await checkAccess(page)
    await page.getByLabel('Find in this session').press('Escape')
    expect(await page.evaluate(`CSS.highlights.get('found')?.size ?? 0`)).toBe(0)
    await page.keyboard.press('f')
    await page.getByLabel('Find in this session').fill('nowhere at all')
    await page.getByText('Nothing found').waitFor()
    // Closed with nothing in it, it leaves the session where it is.
    await page.getByLabel('Find in this session').fill('')
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Find in this session').count()).toBe(0)
    expect(await page.locator('.story-scroll').count()).toBe(1)
    expect(faults).toEqual([])
  })

  it('leaves what is opened at its end where it was clicked, and goes on with the end when that is asked for', async () => {
    const log = createLog('end')
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
      log.say(word)
      log.answer({ type: 'text', text: `Answer ${word}. ${'Words of it. '.repeat(60)}` })
    }
    log.answer({ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'seq 400' } })
    const lines = Array.from({ length: 400 }, (_, index) => `line ${index + 1}`)
    log.result('t', lines.join('\n'))
    const { page, root, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    await page.locator('.session-row').first().click()
    const call = page.locator('#session').getByRole('button', { name: /seq 400/ })
    await call.waitFor()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(1)
    const before = await topOf(call)
    await call.click()
    await page.getByText('line 400').waitFor()
    await nextFrames(page)
    expect(Math.abs((await topOf(call)) - before)).toBeLessThan(NEAR)
    const all = page.getByRole('button', { name: 'Show all', exact: true })
    await all.scrollIntoViewIfNeeded()
    const further = await topOf(call)
    await all.click()
    await page.getByText('line 200').waitFor()
    await nextFrames(page)
    expect(Math.abs((await topOf(call)) - further)).toBeLessThan(NEAR)
    expect(await distanceFromEnd(page)).toBeGreaterThan(1000)
    // What comes moves nothing, either, until the reader wants to the end.
    const written = log.entries.length
    log.answer({ type: 'text', text: 'And that was all.' })
    appendFileSync(join(root, LOG), toLines(log.entries.slice(written)))
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor()
    expect(Math.abs((await topOf(call)) - further)).toBeLessThan(NEAR)
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await page.getByText('And that was all.').waitFor()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(1)
    const next = log.entries.length
    log.answer({ type: 'text', text: 'One more.' })
    appendFileSync(join(root, LOG), toLines(log.entries.slice(next)))
    await page.getByText('One more.').waitFor()
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(1)
    expect(faults).toEqual([])
  })

  it('gives the whole of what a subagent stored', async () => {
    const { row: _, entries, agents = {} } = makeRichSession('rich')
    const long = { type: 'text', text: `Long ${'x'.repeat(60_000)} end of it` }
    const agent = createLog('rich')
    agent.add({ type: 'user', isSidechain: true, message: { role: 'user', content: 'Look around' } })
    agent.add({
      type: 'assistant',
      isSidechain: true,
      message: { id: 'a', role: 'assistant', content: [long] },
    })
    expect(Object.keys(agents)).toContain('a1')
    const { page, faults } = await visit({
      files: {
        [LOG]: toLines(entries),
        [`${FOLDER}/${uuidOf(1)}/subagents/agent-a1.jsonl`]: toLines(agent.entries),
      },
    })
    await page.locator('.session-row').first().click()
    await page.getByText('No, that is all.').waitFor()
    await page
      .locator('#session')
      .getByRole('button', { name: /Please make the list faster/ })
      .click()
    await page.getByRole('button', { name: /^Explore Look around/ }).click()
    await page.getByText('Nothing found.').waitFor()
    // What it was asked is the agent's, not the reader's.
    await page.getByRole('button', { name: /^Task from the main agent/ }).waitFor()
    await page.getByRole('button', { name: /^What it did/ }).click()
    const said = page.locator('.nested [data-kind=answer]')
    // It is higher than the screen; its buttons stand at its top, which stays under the pointer.
    await said.hover({ position: { x: 60, y: 12 } })
    await said.getByRole('button', { name: 'Raw JSON' }).click()
    await page.getByRole('dialog').getByText('end of it').waitFor()
    await page.keyboard.press('Escape')
    // What was left out is there without anybody asking for it.
    await said.getByRole('button', { name: /Show all/ }).click()
    await said.getByText('end of it').waitFor()
    expect(faults).toEqual([])
  })
})

// Lines above may be measured anew; what is opened is hundreds of pixels high.
const NEAR = 12

/** How far below its top edge the page shows something. */
async function topOf(shown: Locator): Promise<number> {
  return (await shown.boundingBox())?.y ?? Number.NaN
}

async function distanceFromEnd(page: Page): Promise<number> {
  return await page.evaluate(
    `(list => list.scrollHeight - list.clientHeight - list.scrollTop)(document.querySelector('.story-scroll'))`,
  )
}

/** Whatever the list does for what was drawn is done with the next frame. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`)
}

/** Which ticks of the timeline are marked as what the reader sees. */
async function seenTicks(page: Page): Promise<readonly number[]> {
  const seen: unknown = await page.evaluate(
    `[...document.querySelectorAll('.timeline-ticks li:has(button)')].flatMap((tick, index) => tick.classList.contains('timeline-seen') ? [index] : [])`,
  )
  return Array.isArray(seen) ? seen : []
}

/** The turn at which a tick begins. */
async function turnOf(tick: Locator): Promise<number> {
  return Number(/\d+/.exec(((await tick.getAttribute('aria-label')) ?? '').replaceAll(',', ''))?.[0])
}

/** The numbers of the turns whose ticks are in sight. */
async function seenTurns(page: Page): Promise<readonly number[]> {
  const seen: unknown = await page.evaluate(
    `[...document.querySelectorAll('.timeline-ticks li.timeline-seen button')].flatMap(tick => {
      const [, first, last = first] = /(\\d+)(?:–(\\d+))?/.exec(tick.getAttribute('aria-label').replaceAll(',', ''))
      return Array.from({ length: last - first + 1 }, (_, index) => Number(first) + index)
    })`,
  )
  return Array.isArray(seen) ? seen : []
}

/** How many bytes of logs and outlines came so far. */
function countBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', request => {
    if (!/\/api\/(page|outline|turns|entry|follow)/.test(request.url())) return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
