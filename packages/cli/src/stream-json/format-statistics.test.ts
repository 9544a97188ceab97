import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { countStream, RUN, RUN_RESULT } from '../../test/sample-stream.ts'
import { formatStatistics } from './format-statistics.ts'

describe('formatStatistics', () => {
  it('is a table of events, blocks and tools', () => {
    expect(asText(formatStatistics(countStream(...RUN, RUN_RESULT), plainScreen(70)))).toMatchInlineSnapshot(`
      "
      event         5
      system        1
        init        1
      assistant     2
      user          1
      result        1
        success     1
      (bad line)    1

      block         3
      text          1
      tool_use      1
      tool_result   1

      tool          1
      Bash          1
      "
    `)
  })
})
