// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of shell
import { makeData } from './data-pieces.ts'
import { createRandom, type Random } from './seeded-random.ts'
import {
  EVALUATING,
  HARMLESS,
  NAMES,
  OPERATORS,
  PREFIXES,
  REDIRECTIONS,
  SIGNS,
  WORDS,
} from './shell-pieces.ts'

/** Makes lines of shell that try to run a program, each from the seed and nothing else. */
export interface ShellGrammar {
  next(): string
}

/** `target` is the program with its words, which must hold no quote. */
export function createShellGrammar(seed: number, target: string): ShellGrammar {
  const random = createRandom(seed)
  return {
    next() {
      const line = makeList(random, target, 0)
      return random.chance(0.45) ? mutate(random, line) : line
    },
  }
}

function makeList(random: Random, target: string, depth: number): string {
  const count = random.below(3) + 1
  const at = random.below(count)
  const commands = Array.from({ length: count }, (_, index) =>
    index === at ? makeTry(random, target, depth) : makeHarmless(random),
  )
  return commands.reduce((left, right) => `${left}${random.pick(OPERATORS)}${right}`)
}

/** More often than not the program is only named: one sign more or less may make a command of the text. */
function makeTry(random: Random, target: string, depth: number): string {
  if (depth === 0 ? random.chance(0.75) : random.chance(0.4)) return random.pick(makeData(target))
  return makeCommand(random, target, depth)
}

function makeCommand(random: Random, target: string, depth: number): string {
  if (depth > 3 || random.chance(0.3)) return makeSimple(random, target)
  const inner = makeList(random, target, depth + 1)
  const quoted = `'${inner.replaceAll("'", "'\\''")}'`
  return random.pick<() => string>([
    () => `(${inner})`,
    () => `{ ${inner}; }`,
    () => `if ${inner}; then ${makeHarmless(random)}; fi`,
    () => `if ${makeHarmless(random)}; then ${inner}; else ${inner}; fi`,
    () => `for ${random.pick(NAMES)} in ${makeWord(random)}; do ${inner}; done`,
    () => `while ${inner}; do break; done`,
    () => `until ! ${inner}; do break; done`,
    () => `case ${makeWord(random)} in *) ${inner};; esac`,
    () => `f() { ${inner}; }; f`,
    () => `f() ( ${inner} ); f ${makeWord(random)}`,
    () => `! ${inner}`,
    () => `time ${inner}`,
    () => `coproc ${inner}`,
    () => `[[ ${makeWord(random)} ]] ${random.pick(['&&', '||'])} ${inner}`,
    () => `[[ $(${inner}) ]]`,
    () => `echo $(${inner})`,
    () => `echo "$(${inner})"`,
    () => `echo \`${inner.replaceAll(/[\\`$]/g, '\\$&')}\``,
    () => `cat <(${inner})`,
    () => `echo x > >(${inner})`,
    () =>
      `echo ${'$'}{${random.pick(NAMES)}${random.pick([':-', '-', ':+', '+', ':=', '/x/', '#', '%', '^'])}$(${inner})}`,
    () => `${random.pick(NAMES)}=$(${inner})`,
    () => `${random.pick(NAMES)}=( $(${inner}) ${makeWord(random)} )`,
    () => `cat <<E\n$(${inner})\nE\n`,
    () => `cat <<-E\n\t$(${inner})\n\tE\n`,
    () => `cat <<'E'\n${makeWord(random)}\nE\n${inner}`,
    () => `cat <<E\n${makeWord(random)}\nE\n${inner}`,
    () => `cat <<< "$(${inner})"`,
    () => `bash -c ${quoted}`,
    () => `sh -c ${quoted}`,
    () => `eval ${quoted}`,
    () => `bash <<< ${quoted}`,
    () => `trap ${quoted} EXIT`,
    () => `x=${quoted}; eval "$x"`,
    () => `x='a[$(${inner})]'; ${random.pick(EVALUATING)}`,
    () =>
      `sed ${random.pick(["'1e ", "'1e", "'$e ", "'\\%x%e", "-n '1{e", "'s/x/y/;e "])}${inner.replaceAll("'", '')}' f`,
    () => `awk 'BEGIN { system("${inner.replaceAll(/['"\\\n]/g, '')}") }'`,
    () => `find f -exec ${makeSimple(random, target)} \\;`,
    () => `echo t | xargs ${makeSimple(random, target)}`,
    () => `${random.pick(NAMES)}() { "$@"; }; ${random.pick(NAMES)} ${makeSimple(random, target)}`,
    () => `alias l=${quoted}\nl`,
    () => `set -- ${target}; "$@"`,
    () => `x=${target.replace(/ .*/, '')}; $x t`,
  ])()
}

function makeSimple(random: Random, target: string): string {
  const [name = '', ...rest] = target.split(' ')
  const before = random.chance(0.4)
    ? Array.from({ length: random.below(2) + 1 }, () => random.pick(PREFIXES)).join('')
    : ''
  const words = [
    ...(random.chance(0.2) ? [makeWord(random)] : []),
    ...rest,
    ...(random.chance(0.2) ? [makeWord(random)] : []),
  ]
  const after = random.chance(0.2) ? ` ${random.pick(REDIRECTIONS)}` : ''
  return `${before}${spell(random, name)} ${words.join(' ')}${after}`
}

/** A name in one of the ways in which the shell reads the same. */
function spell(random: Random, name: string): string {
  const cut = random.below(name.length - 1) + 1
  const [left, right] = [name.slice(0, cut), name.slice(cut)]
  return random.pick([
    name,
    name,
    `${left}''${right}`,
    `${left}""${right}`,
    `'${left}'${right}`,
    `"${name}"`,
    `\\${name}`,
    `${left}\\${right}`,
    `$'${name}'`,
    `$'\\x${name.charCodeAt(0).toString(16)}'${name.slice(1)}`,
    `$'\\${name.charCodeAt(0).toString(8)}'${name.slice(1)}`,
    `$"${name}"`,
    `${left}\\\n${right}`,
    `"${left}\\\n${right}"`,
    `${left}$nothing${right}`,
    `${left}"$@"${right}`,
    `${left}$(true)${right}`,
    `${left}\`\`${right}`,
    `${'$'}{nothing}${name}`,
    `${'$'}{nothing:-${name}}`,
    `$(echo ${name})`,
    `{${name},}`,
    `${left}{${right},}`,
    `/bin/${name}`,
    `/usr/bin/${name}`,
    `/usr/../bin/${name}`,
    `/bin/${left}?`,
    `/bin/${left}*`,
    `./${name}`,
    name.toUpperCase(),
  ])
}

function makeHarmless(random: Random): string {
  const words = Array.from({ length: random.below(3) }, () => makeWord(random))
  const before = random.chance(0.15) ? `${random.pick(NAMES)}=${makeWord(random)} ` : ''
  const after = random.chance(0.15) ? ` ${random.pick(REDIRECTIONS)}` : ''
  return `${before}${[random.pick(HARMLESS), ...words].join(' ')}${after}`
}

function makeWord(random: Random): string {
  return random.pick(WORDS)
}

/** Changes a few places: signs come, go and change places, as no grammar would have it. */
function mutate(random: Random, line: string): string {
  let text = line
  for (let count = random.below(3) + 1; count > 0; count--) {
    const at = random.below(text.length + 1)
    const sign = random.pick(SIGNS)
    const change = random.below(4)
    if (change === 0) text = text.slice(0, at) + text.slice(at + 1)
    else if (change === 1) text = text.slice(0, at) + sign + text.slice(at + 1)
    else text = text.slice(0, at) + sign + text.slice(at)
  }
  return text
}
