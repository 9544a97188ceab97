import type { EffectAttempt } from './effect-attempt.ts'

/** Every attempt in every other way of writing it that leaves what it does as it is. */
export function varyAttempts(attempts: readonly EffectAttempt[]): EffectAttempt[] {
  return attempts.flatMap(attempt =>
    Object.entries(VARIATIONS).flatMap(([how, vary]) => {
      const command = vary(attempt.command)
      return command === null ? [] : [{ ...attempt, name: `${attempt.name}, ${how}`, command }]
    }),
  )
}

type Variation = (command: string) => string | null

/** Does something to the program's name, where the line begins with a plain one. */
function rename(change: (name: string) => string): Variation {
  return command => {
    const name = /^[a-z][\w.-]*(?=\s)/.exec(command)?.[0]
    return name === undefined || RESERVED.has(name) ? null : change(name) + command.slice(name.length)
  }
}

/** Puts the line where a whole line can stand; one that ends in a here document or a comment cannot. */
function surround(before: string, after: string): Variation {
  return command => (/\n|#|&$/.test(command) ? null : `${before}${command}${after}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

const RESERVED: ReadonlySet<string> = new Set(
  'if for while until case select time coproc function'.split(' '),
)

const VARIATIONS: Readonly<Record<string, Variation>> = {
  'as it is': command => command,
  'with its folder': rename(name => `/usr/bin/${name}`),
  'with another folder': rename(name => `/bin/${name}`),
  'with a folder that goes round': rename(name => `/usr/lib/../bin/${name}`),
  'with an unknown word behind it': surround('', ' $nothing'),
  'with an unknown word behind the name': rename(name => `${name} $nothing`),
  'with an unknown word of a substitution': rename(name => `${name} $(true)`),
  'with its folder and an unknown word': rename(name => `/usr/bin/${name} $nothing`),
  'with a name in quotes': rename(name => `"${name}"`),
  'with quotes in the name': rename(name => `${name.slice(0, 1)}''${name.slice(1)}`),
  'with a backslash': rename(name => `\\${name}`),
  'with ANSI-C quotes': rename(name => `$'\\x${name.charCodeAt(0).toString(16)}${name.slice(1)}'`),
  'with a continued line in the name': rename(name => `${name.slice(0, 1)}\\\n${name.slice(1)}`),
  'behind a variable with a continued line': surround('v\\\n=1 ', ''),
  'behind a variable': surround('v=1 ', ''),
  'behind a redirection': surround('2>&1 ', ''),
  'behind timeout': rename(name => `timeout 5 ${name}`),
  'behind env': rename(name => `env v=1 ${name}`),
  'behind command': rename(name => `command ${name}`),
  'behind nice with its folder': rename(name => `/usr/bin/nice -n 1 ${name}`),
  'in a subshell': surround('(', ')'),
  'in braces': surround('{ ', '; }'),
  'in the background': surround('', ' & wait'),
  'behind a pipe': surround('true | ', ''),
  'in a condition': surround('if true; then ', '; fi'),
  'in a loop': surround('for v in 1; do ', '; done'),
  'in a substitution': surround('echo "$(', ')"'),
  'in a text for a shell': command => `bash -c ${quote(command)}`,
  'in a text for eval': command => `eval ${quote(command)}`,
  'behind cd': surround('cd . && ', ''),
}
