import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { createPlaceKeeper } from '../story/reader-place.ts'
import { Timeline } from './timeline.tsx'

const turn = { last: 1, at: null, calls: 3, failed: 0, added: 0, removed: 0, durationMs: null }
const turns = {
  end: 900,
  turns: [
    { ...turn, number: 1, seq: 0, text: 'Build it' },
    { ...turn, number: 2, seq: 400, text: 'Mend \u001b[2Jit', failed: 2 },
  ],
  compactions: [300],
}

describe('Timeline', () => {
  it('has a tick a turn, names what failed, and says where the reader is', () => {
    const drawn = draw(<Timeline turns={turns} reader={createPlaceKeeper()} onJump={() => undefined} />)
    expect(drawn.attributes('button', 'aria-label')).toEqual([
      'Turn 1',
      'Turn 2, 2 failed',
      'What the strip shows',
    ])
    expect(drawn.attributes('button', 'aria-current')).toEqual(['true', 'false'])
    expect(drawn.text).toContain('Build it Turn 1 · 3 tool calls')
    expect(drawn.attributes('li', 'title')).toEqual(['Context compacted'])
  })
})
