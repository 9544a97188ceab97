// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of shell
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseShellCommand } from './parse-shell-command.ts'

const words = (source: string) =>
  parseShellCommand(source, '/home/me').commands.map(command => command.words.map(({ text }) => text))

describe('the commands of a line', () => {
  it.each<[string, string[][]]>([
    ['', []],
    ['git log', [['git', 'log']]],
    ['a && b || c; d | e |& f & g\nh', [['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g'], ['h']]],
    ['(a; (b))', [['a'], ['b']]],
    ['{ a; b; }', [['a'], ['b']]],
    ['a "b c" \'d e\' f\\ g', [['a', 'b c', 'd e', 'f g']]],
    ['a "b\\"c\\d\\\\"', [['a', 'b"c\\d\\']]],
    ["a $'b\\tc\\x41\\'' ''", [['a', "b\tcA'", '']]],
    ['a ~/b $HOME/c "${HOME}" ~x', [['a', '/home/me/b', '/home/me/c', '/home/me', '~x']]],
    ['a # b; c', [['a']]],
    ['a b#c', [['a', 'b#c']]],
    ['a \\\n b', [['a', 'b']]],
    ['a 2>&1 >/dev/null <in b', [['a', 'b']]],
    ['a <<X b\nbody $(c)\nX\nd', [['a', 'b'], ['c'], ['d']]],
    ["a <<'X'\n$(c)\nX\nd", [['a'], ['d']]],
    ['a $(b `c`)', [['c'], ['b', '`c`'], ['a', '$(b `c`)']]],
    ['a ${x:-$(b)}', [['b'], ['a', '${x:-$(b)}']]],
    ['diff <(a) <(b)', [['a'], ['b'], ['diff', '<(a)', '<(b)']]],
    ['if a; then b; else c; fi', [['a'], ['b'], ['c']]],
    ['for x in 1 2; do a; done > f', [['a'], []]],
    ['f() { a; }', [['f'], ['a']]],
    ['X=1 Y="2 3" a', [['a']]],
  ])('%j are found', (source, expected) => {
    expect(words(source)).toEqual(expected)
  })

  it('carry their variables and files', () => {
    const [command] = parseShellCommand('X="1 2" a <in >>"out file" 2>/dev/null').commands
    expect(command?.assignments.map(({ name, value }) => [name, value.text])).toEqual([['X', '1 2']])
    expect(command?.redirections.map(({ kind, target }) => [kind, target.text])).toEqual([
      ['read', 'in'],
      ['write', 'out file'],
      ['write', '/dev/null'],
    ])
  })

  it.each([
    'a $x',
    'a "$x"',
    'a $(b)',
    'a `b`',
    'a {b,c}',
    'a {1..3}',
    'a ~x',
    'a <(b)',
    'a ${x}',
    'a $1 $@',
    'a $!',
    'echo $!',
    'a $?',
    'a x$$',
    'a "$#"',
    'echo $?$x',
  ])('have words that nobody knows before they run: %s', source => {
    expect(parseShellCommand(source).commands.at(-1)?.words.at(-1)?.isDynamic).toBe(true)
  })

  it.each(["a '$x'", 'a \\$x', 'a "\\$x"', 'a HEAD@{1}', 'echo $?', 'exit $?', "a '{b,c}'", 'a {x}'])(
    'have words that are known: %s',
    source => {
      expect(parseShellCommand(source).commands.at(-1)?.words.at(-1)?.isDynamic).toBe(false)
    },
  )

  it.each([
    'a "b',
    "a 'b",
    'a `b',
    'a $(b',
    '(a',
    'a)',
    'a <<X\nb',
    'a >',
    'a \\',
    "a $'b",
    'case x in y) a;; esac',
    'a ${b',
    'a $((b))',
    '((b))',
    'a ${b[c]}',
    'a ${b:c}',
    'a ${b:-${!c}}',
    'b[c]=1',
    'coproc b { a; }',
    'for PATH in b; do a; done',
    'a ${PATH:=b}',
    'a $\\\n(b)',
  ])('are not all known where the text does not end well: %j', source => {
    expect(parseShellCommand(source).isOpaque).toBe(true)
  })

  it.each(['a\u0000b', 'a\rb', 'a\u001b[2J', 'a\u00a0b', 'a\u200bb', 'a\u202eb', 'a\u2028b', 'a\ufeff'])(
    'are reported when something does not show: %j',
    source => {
      expect(parseShellCommand(source).problems).toContain('it holds characters that do not show')
    },
  )
})

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'"\'`$(){}[]<>|&;\\\n \t#!*?~=ab'.split('')),
    fc.constantFrom(
      '$(',
      '${',
      '<<E',
      '\nE\n',
      "$'",
      '$"',
      '&&',
      'if ',
      'for ',
      'case ',
      'esac',
      'done',
      '<(',
    ),
    fc.string({ maxLength: 3, unit: 'binary' }),
  )

  it('is read without throwing, and every command stands in it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        const source = pieces.join('')
        const { commands } = parseShellCommand(source, '/home/me')
        expect(commands.every(({ raw }) => source.includes('`') || source.includes(raw))).toBe(true)
      }),
    )
  })

  it.each([
    '$(',
    '(',
    '`',
    '\\`',
    '"',
    '"$(',
    "$'",
    '{',
    '{a,',
    '${',
    '${a:-"$(',
    '<<A\n',
    '<<A ',
    'a;',
    'a ',
    '<',
    '>&',
    '\\',
    '#',
    'a=(',
    '$((',
    'if ',
    'case ',
    'f()',
    '* ',
    '[',
    '~',
    'nice ',
    'x=1 ',
  ])('of a megabyte of %j is read in linear time', unit => {
    // A quadratic reader would need hours, and the test's time limit would end it.
    const source = unit.repeat(Math.ceil(2 ** 20 / unit.length))
    expect(parseShellCommand(source, '/home/me').commands.length).toBeLessThan(100_000)
  })
})
