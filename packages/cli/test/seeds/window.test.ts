import { describe, expect } from 'vitest'
import { say, setUpChatPlaces } from '../window/chat-place.ts'
import { IS_SKIPPED, setUpWindow } from '../window/window-kit.ts'
import { requirement } from './requirement.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)

describe.skipIf(IS_SKIPPED)('the window', () => {
  requirement(
    ['003:319-333', '004:190-198'],
    'takes what it has shown of a broken answer off the screen, and shows the one that came instead',
    async () => {
      const { page, simulator, faults } = await open({
        replies: [
          {
            blocks: [
              { type: 'text', text: 'Taken back.' },
              { type: 'text', text: 'never whole '.repeat(200) },
            ],
            pace: 150,
          },
          'Whole.',
        ],
      })
      simulator?.faults.add({
        fault: { kind: 'error-event', afterEvents: 96, errorType: 'overloaded_error' },
      })
      await say(page, 'one')
      await page.getByText('Taken back.').waitFor()
      await page.locator('.story').getByText('Whole.').waitFor()
      await page.getByText('Taken back.').waitFor({ state: 'detached' })
      expect(await page.getByText('never whole').count()).toBe(0)
      expect(faults).toEqual([])
    },
    120_000,
  )
})
