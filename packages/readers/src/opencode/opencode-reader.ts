import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createWholeReader } from '../logs/create-whole-reader.ts'
import type { AgentReader, Original } from '../reader.ts'
import { exportRows, findInDatabase, readDatabaseHead, readDatabaseSession } from './opencode-database.ts'
import { readOpencodeSession } from './opencode-session.ts'
import { findInTree, listTreeFiles, readTreeHead, readTreeSession } from './opencode-tree.ts'

const isRow = ({ row }: Original): boolean => row !== ''

/** opencode: a database, and the tree of files that it had before; a session that is in both is read from the database. */
export const reader: AgentReader = createWholeReader({
  agent: 'opencode',
  version: 2,
  async find(place) {
    if (statSync(place).isFile()) return findInDatabase(place)
    // Development builds have a database each.
    const names = readdirSync(place).filter(name => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
    const found = [
      ...names.toSorted().map(name => findInDatabase(join(place, name))),
      findInTree(join(place, 'storage')),
    ]
    return {
      originals: found.flatMap(({ originals }) => originals),
      problems: found.flatMap(({ problems }) => problems),
    }
  },
  beside: original => (isRow(original) ? [] : listTreeFiles(original)),
  rows: original => (isRow(original) ? exportRows(original) : null),
  head: async original => (isRow(original) ? readDatabaseHead(original) : readTreeHead(original)),
  read({ original, chain, write, mark }) {
    let called = ''
    mark(() => (called === '' ? {} : { originalTool: called }))
    const session = isRow(original) ? readDatabaseSession(original) : readTreeSession(original)
    readOpencodeSession(session, {
      chain,
      write,
      tool(name) {
        called = name
      },
    })
  },
})
