import { describe, expect, it } from 'vitest'
import { fillArguments } from './fill-arguments.ts'

describe('fillArguments', () => {
  it.each([
    ['Fix $ARGUMENTS now', 'a b', 'Fix a b now'],
    ['$1 then $2, not $10', 'a "b c" d', 'a then b c, not $10'],
    ['$ARGUMENTS[1] $ARGUMENTS[7]', "a 'b c'", 'b c '],
    ['$1', '', ''],
    ['plain', 'a b', 'plain\n\nARGUMENTS: a b'],
    ['plain', '', 'plain'],
    ['$ARGUMENTSX', 'a', '$ARGUMENTSX\n\nARGUMENTS: a'],
    ['say $1', '$1 $& $$', 'say $1'],
  ])('numbered: %j with %j', (text, args, filled) => {
    expect(fillArguments(text, args, 'numbered')).toBe(filled)
  })

  it.each([
    ["awk '{print $1}'", 'a', "awk '{print $1}'\n\nARGUMENTS: a"],
    ["awk '{print $1}' $ARGUMENTS", 'a', "awk '{print $1}' a"],
    ['$ARGUMENTS[0]', 'a b', 'a'],
  ])('whole: %j with %j', (text, args, filled) => {
    expect(fillArguments(text, args, 'whole')).toBe(filled)
  })
})
