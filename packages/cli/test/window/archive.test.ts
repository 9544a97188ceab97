import { describe, expect, it } from 'vitest'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const LOG = `projects/-work/${uuidOf(1)}.jsonl`

function makeLog(): string {
  const log = createLog(uuidOf(1))
  log.say('Trim the lamp, please')
  log.answer({ type: 'text', text: 'Yes.' })
  return log.entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
}

describe.skipIf(IS_SKIPPED)('the archive in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, checkAccess } = setUpWindow()

  it('says which sessions are in it alone, and that they have to be restored to be gone on with', async () => {
    // What is unpacked from it lies beside a file of that name.
    const { page, faults } = await visit({ files: { 'archive-view': '{}', [LOG]: makeLog() } })
    const row = page.locator('.session-row', { hasText: 'Trim the lamp' })
    await row.getByText('archived', { exact: true }).waitFor()
    await row.click()
    await page.getByText('This session is in the archive alone.').waitFor()
    expect(await page.getByRole('button', { name: 'Continue this session' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('is recommended where Claude Code will delete what it has not, until a person puts that off', async () => {
    const { page, faults } = await visit({
      // A week ahead is further than it keeps them at all.
      files: { [LOG]: makeLog(), 'settings.json': '{"cleanupPeriodDays": 5}' },
    })
    await page.getByText(/Claude Code keeps sessions for 5 days: 1 session will be deleted/).waitFor()
    await page.getByText('antiphon archive', { exact: true }).waitFor()
    await checkAccess(page)
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText(/Claude Code keeps sessions/).count()).toBe(0)
    expect(faults).toEqual([])
  })
})
