// What an entry of a package exports, read from the declarations that the compiler wrote.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The declarations that a `.d.ts` file exports, by name; what another package declares is named by it. */
export function readEntry(file) {
  const found = new Map()
  for (const statement of splitStatements(readFileSync(file, 'utf8'))) {
    const list = /^export (?:type )?\{(.*)\} from '(.*)';$/s.exec(statement)
    const all = /^export (?:type )?\* from '(.*)';$/s.exec(statement)
    const declared = DECLARATION.exec(statement)
    if (all) for (const [name, text] of readFrom(file, all[1])) found.set(name, text)
    else if (list) {
      const source = readFrom(file, list[2])
      for (const [name, as] of splitNames(list[1])) found.set(as, source.get(name) ?? `${name} of ${list[2]}`)
    } else if (declared) addOverload(found, declared[1], statement)
  }
  return found
}

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:function|const|class|type|interface) ([A-Za-z_$][\w$]*)/

function readFrom(file, specifier) {
  if (!specifier.startsWith('.')) return new Map()
  return readEntry(join(dirname(file), specifier.replace(/\.(?:js|ts)$/, '.d.ts')))
}

function addOverload(found, name, statement) {
  const before = found.get(name)
  found.set(name, before === undefined ? statement : `${before}\n${statement}`)
}

function splitNames(list) {
  return list
    .split(',')
    .map(part => part.trim().replace(/^type /, ''))
    .filter(part => part !== '')
    .map(part => part.split(' as '))
    .map(([name, as = name]) => [name, as])
}

/** The compiler begins a statement at the head of a line, and nothing else. */
function splitStatements(text) {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  const statements = []
  for (const line of plain.split('\n')) {
    if (line.trim() === '') continue
    if (/^[a-z]/.test(line)) statements.push(line)
    else statements.push(`${statements.pop() ?? ''}\n${line}`)
  }
  return statements.map(statement => statement.trim())
}
