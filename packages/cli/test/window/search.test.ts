import { describe, expect, it } from 'vitest'
import { createLog, makeLongSession, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

describe.skipIf(IS_SKIPPED)('the search in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  it('searches as one types, by session, and leads to the marked words', async () => {
    const log = createLog('tools')
    log.say('Why does the heron not fly?')
    log.answer({ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls heron' } })
    log.result('t1', 'heron: no such bird')
    const { page, faults } = await visit({
      files: {
        [`projects/-home-me/${uuidOf(1)}.jsonl`]: toLines(log.entries),
        [`projects/-home-me/${uuidOf(2)}.jsonl`]: toLines(makeLongSession('long', 1200).entries),
      },
      route: '/search/',
    })
    const field = page.getByRole('searchbox', { name: 'Search' })
    await page.getByText('Everything that was ever said').waitFor()
    await checkAccess(page)
    await field.pressSequentially('hero')
    await page.getByText('3 hits in 1 session').waitFor()
    expect(await page.locator('.hit mark').first().textContent()).toBe('hero')
    await picture(page, 'search')
    await checkAccess(page)
    await page.getByText('Filters').click()
    await page.getByRole('button', { name: 'Add tool:' }).click()
    await field.pressSequentially('Bash')
    await page.getByText('2 hits in 1 session').waitFor()
    await picture(page, 'search-filters')
    await checkAccess(page)
    await page.getByRole('button', { name: 'Remove tool:Bash' }).click()
    await page.getByText('3 hits in 1 session').waitFor()
    await field.fill('role:nobody')
    await page.getByRole('alert').getByText('role:nobody is none of').waitFor()
    await field.fill('nowhere-at-all')
    await page.getByText('Nothing found.').waitFor()
    await field.fill('question 78: why')
    await page.getByText('1 hit in 1 session').waitFor()
    await field.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.item', { hasText: 'Question 78:' }).waitFor()
    await page.getByText('1 of 10', { exact: true }).waitFor()
    expect(await page.evaluate(`CSS.highlights.get('found')?.size ?? 0`)).toBeGreaterThan(0)
    await picture(page, 'search-led')
    await page.goBack()
    await page.getByText('1 hit in 1 session').waitFor()
    expect(faults).toEqual([])
  })

  it('has a list beside it that keeps the place of a reader who has only a keyboard', async () => {
    const names = Array.from({ length: 80 }, (_, index) => uuidOf(index + 1))
    const files = names.map((name, index) => {
      const log = createLog(name)
      log.say(`Talk ${index}`)
      log.answer({ type: 'text', text: 'Yes.' })
      return [`projects/-home-me/${name}.jsonl`, toLines(log.entries)]
    })
    const { page, faults } = await visit({ files: Object.fromEntries(files), route: '/' })
    const rows = page.locator('.session-row')
    const focus = (id: string | null): Promise<void> =>
      page.locator(`.session-row[data-session="${id}"]:focus`).waitFor()
    await page.getByText('80 sessions').waitFor()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('j')
    const fourth = await rows.nth(3).getAttribute('data-session')
    await focus(fourth)
    await page.keyboard.press('Enter')
    await page.locator('.item', { hasText: 'Yes.' }).waitFor()
    await page.keyboard.press('Escape')
    await focus(fourth)
    await page.keyboard.press('j')
    const fifth = await rows.nth(4).getAttribute('data-session')
    await focus(fifth)
    // The filter gives back what it took.
    await page.keyboard.press('/')
    await page.locator('input[type=search]:focus').waitFor()
    await page.keyboard.type('Talk 7')
    await page.getByText(/^\d+ of 80 sessions/).waitFor()
    await page.keyboard.press('Escape')
    await focus(fifth)
    // A link leads to a session, and the list to its row.
    await page.keyboard.press('G')
    const last = page.locator(`.session-row:focus:not([data-session="${fifth}"])`)
    await last.waitFor()
    const far = await last.getAttribute('data-session')
    await page.evaluate(`location.hash = '#/session/${far}'`)
    await page.locator('.item', { hasText: 'Yes.' }).waitFor()
    await page.reload()
    await page.locator(`.session-row[data-session="${far}"][aria-current="page"]`).waitFor()
    const box = await page.locator(`.session-row[data-session="${far}"]`).boundingBox()
    expect(box?.y).toBeLessThan(800)
    await picture(page, 'list-deep-link')
    await checkAccess(page)
    expect(faults).toEqual([])
  })
})

function toLines(entries: readonly unknown[]): string {
  return entries.map(entry => `${JSON.stringify({ cwd: '/home/me', ...(entry as object) })}\n`).join('')
}
