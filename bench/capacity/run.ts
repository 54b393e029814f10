import { deploySqlite, deployPostgres } from './deployment.ts'
import { measureUnits } from './units.ts'
import { load } from './load.ts'
const d = process.argv[2] === 'pg' ? await deployPostgres(process.env.DATABASE_URL!, Number(process.argv[4])) : await deploySqlite()
try { 
  if (process.argv[3] === 'load') { for await (const l of load(d)) console.log(l) }; else
  console.table(Object.fromEntries(await measureUnits(d, { roundCount: 1 }))) } finally { await d.end() }
