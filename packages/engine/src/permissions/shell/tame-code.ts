import { wordSet } from '../../text/word-set.ts'

/** Whether code for an interpreter is made of nothing but words and signs that cannot run a program, whatever stands in its texts. */
export function isTameCode(interpreter: string, code: string): boolean {
  if (code.length > LONGEST_CODE || /[^\x20-\x7e\n\t]/.test(code)) return false
  if (/^python|^pypy/.test(interpreter)) return isTamePython(code)
  if (/^node/.test(interpreter)) return isTameJavaScript(code)
  return /^perl/.test(interpreter) && isTamePerl(code)
}

/** A text with an escape, a prefix or three quotes may end elsewhere than it looks. */
function isTamePython(code: string): boolean {
  if (/\\|"""|'''|__/.test(code)) return false
  const plain = code.replaceAll(/(?<!\w)(?:"[^"\n]*"|'[^'\n]*')/g, ' ')
  const imports = plain.match(/\b(?:import|from)\b[^\n;]*/g) ?? []
  return !/["'`@]/.test(plain) && imports.every(line => TAME_IMPORT.test(line)) && hasOnly(plain, PYTHON)
}

/** Members that are computed could lead to what makes code of texts. */
function isTameJavaScript(code: string): boolean {
  const plain = code
    .replaceAll(/\brequire\((?:"(?:\.{1,2}\/)[\w./-]*\.json"|'(?:\.{1,2}\/)[\w./-]*\.json')\)/g, 'JSON')
    .replaceAll(
      /\brequire\((?:"(?:node:)?(?:fs|path|os|util|url)"|'(?:node:)?(?:fs|path|os|util|url)')\)/g,
      'JSON',
    )
    .replaceAll(/"[^"\\\n]*"|'[^'\\\n]*'/g, '""')
  return !/[\\'`[\]/@#]/.test(plain) && hasOnly(plain, JAVASCRIPT)
}

/** In perl nearly every sign can run something: what is left are plain filters. */
function isTamePerl(code: string): boolean {
  return (
    TAME_SUBSTITUTION.test(code) ||
    (!/[^\w\s$.,;/^()=~!+-]|\$[^_\w\s.,;)/]/.test(code) && hasOnly(code, PERL))
  )
}

/** Every name is one of the known. */
function hasOnly(code: string, names: ReadonlySet<string>): boolean {
  return (code.match(/[A-Za-z_$][\w$]*/g) ?? []).every(name => names.has(name))
}

const PYTHON = wordSet(
  'print len sum range int str float list dict set tuple sorted reversed enumerate zip map filter min max abs round repr',
  'bool ord hex bin any all isinstance type format join split strip lower upper replace items keys values append get',
  'import from as for in if else elif not and or is None True False lambda def return while break continue pass',
  'json load loads dump dumps indent sys stdin stdout argv version version_info read readline readlines write',
  'math sqrt pi floor ceil datetime date time now today isoformat random randint a b c d e f i j k l m n o p q r s t u v w x y z',
  'data line lines name names key value result text item end sep file',
)

const JAVASCRIPT = wordSet(
  'console log error JSON parse stringify process version versions platform arch cwd argv exit stdout write env NODE_ENV',
  'Math max min round floor ceil abs PI sqrt pow random Date now toISOString Number String Boolean Array isArray Object',
  'keys values entries map filter forEach reduce join split length slice trim includes startsWith endsWith sort reverse',
  'toString toFixed const let var if else for of in while return true false null undefined typeof new not name scripts',
  'dependencies devDependencies a b c d e f i j k l m n o p q r s t u v w x y z data key value item text',
)

const PERL = wordSet(
  'print say if unless and or not eq ne lt gt le ge next last lc uc length chomp join split scalar reverse s g i x tr y',
  'a b c d f h j k l m n o p q r t u v w z F $_ $1 $2 $3 $4',
)

const TAME_IMPORT =
  /^(?:import (?:json|sys|math|datetime|random|time)(?:, ?(?:json|sys|math|datetime|random|time))*|from (?:math|datetime) import [\w, ]+)\s*$/
// No `e` behind it, and nothing in it that is more than a pattern and a text.
const TAME_SUBSTITUTION =
  /^\s*s(?<sign>[/,!])(?:(?!\k<sign>|\(\?|[$@`\\])[ -~]|\\[.\w/()[\]{}*+?^$-]|\$(?=\k<sign>|\)|\|))*\k<sign>(?:(?!\k<sign>|[$@`\\])[ -~]|\$\d|\\[nt/.])*\k<sign>[gimsx]*\s*;?\s*$/

const LONGEST_CODE = 4000
