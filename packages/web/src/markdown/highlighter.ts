import { isObject } from '@antiphon/contract'
import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { type ColourNode, toColourTree } from './colour-tree.ts'

const LANGUAGES = { bash, cpp, css, diff, go, java, json, markdown, python, rust, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)

/** The parts of a code; undefined for a language that it does not know. Its HTML is never used. */
export function colourCode(code: string, language: string): readonly ColourNode[] | undefined {
  if (!highlighter.getLanguage(language)) return undefined
  const { _emitter } = highlighter.highlight(code, { language, ignoreIllegals: true })
  const emitter: unknown = _emitter
  return isObject(emitter) ? toColourTree(emitter.rootNode) : undefined
}
