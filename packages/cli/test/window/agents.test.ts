import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refreshAgents } from '@antiphon/readers'
import { createAgentHome, readSample } from '@antiphon/readers/testing/samples'
import { describe, expect, it } from 'vitest'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

/** What the copies of two agents' sessions hold, and a session of Claude Code's own. */
async function makeFiles(): Promise<Record<string, string>> {
  const place = createAgentHome()
  place.write(
    '.codex/sessions/2026/06/26/rollout-a.jsonl',
    readSample('codex/rollout-0.142.2-two-compactions.jsonl'),
  )
  place.write('.pi/agent/sessions/--x--/a.jsonl', readSample('pi/branch-rewind.jsonl'))
  const { roots } = await refreshAgents({ env: {}, home: place.home, folder: place.folder })
  const files = roots.flatMap(({ root }) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.jsonl'))
      .map(name => [name, readFileSync(join(root, name), 'utf8')] as const),
  )
  place.remove()
  const log = createLog(uuidOf(1))
  log.say('Trim the lamp, please')
  log.answer({ type: 'text', text: 'Yes.' })
  const own = log.entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
  return { ...Object.fromEntries(files), [`projects/-work/${uuidOf(1)}.jsonl`]: own }
}

describe.skipIf(IS_SKIPPED)("other agents' sessions in the window", { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, checkAccess } = setUpWindow()

  it('have a badge, are filtered by their agent, and are read as stories', async () => {
    const { page, faults } = await visit({
      files: await makeFiles(),
      context: { viewport: { width: 1440, height: 900 } },
    })
    await page.getByText('3 sessions').waitFor()
    const codex = page.locator('.session-row', { hasText: 'Codex' })
    expect(await codex.count()).toBe(1)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('button', { name: 'Any agent' }).click()
    await page.getByRole('menuitemradio', { name: 'Codex' }).click()
    await page.getByText('1 of 3 sessions').waitFor()
    await checkAccess(page)
    await codex.click()
    await page
      .getByText(/[Rr]an .*command/)
      .first()
      .waitFor()
    expect(faults).toEqual([])
  })

  it('say that they are gone on with in their agent, and offer nothing else', async () => {
    const { page, faults } = await visit({ files: { ...(await makeFiles()), 'ledger.json': '{}' } })
    await page.locator('.session-row', { hasText: 'Codex' }).click()
    await page.getByText('make a session of it: antiphon convert').waitFor()
    for (const name of ['Continue this session', 'Continue in a copy'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(faults).toEqual([])
  })
})
