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
})

function toLines(entries: readonly unknown[]): string {
  return entries.map(entry => `${JSON.stringify({ cwd: '/home/me', ...(entry as object) })}\n`).join('')
}
