import type { Try } from './tries.ts'

const ENDLESS = 'with recursive c(x) as (select 1 union all select x + 1 from c)'
const text = (program: string): Try => ({ program })

/** What an attacker may try in SQL. */
export const SQL_TRIES: Record<string, Try> = {
  'attaches the planted file': text("attach '$CANARY_FILE' as y; select * from y.sqlite_master"),
  'attaches an address': text("attach 'file:/etc/passwd?mode=ro' as y; select 1"),
  'attaches by a parameter': text("attach database ('/etc/' || 'passwd') as y"),
  'attaches memory': text("attach ':memory:' as y; create table y.t(a); select 1 from y.t"),
  'attaches as another system': text("attach 'file:/tmp/x?vfs=unix' as y"),
  detaches: text('detach main'),
  'leaves an endless view': text(`create view y as ${ENDLESS} select x from c`),
  'reads a file': text("select readfile('$CANARY_FILE')"),
  'writes a file': text("select writefile('/tmp/stretto-escaped', 'x')"),
  'edits a file': text("select edit('x', 'cat')"),
  'lists a folder': text("select * from fsdir('/')"),
  'loads an extension': text("select load_extension('/tmp/x.so')"),
  'loads an extension by name': text("select load_extension('libc.so.6', 'system')"),
  'vacuums into a file': text("vacuum into '/tmp/stretto-escaped'"),
  'imports lines': text('.import /etc/passwd t'),
  'runs a command of the shell': text('.shell id'),
  'reads by a command of the shell': text('.read $CANARY_FILE'),
  'opens by a command of the shell': text('.open /etc/passwd'),
  'creates a table of a file': text(
    "create virtual table y using csv(filename='$CANARY_FILE'); select * from y",
  ),
  'creates a table of an archive': text(
    "create virtual table y using zipfile('$CANARY_FILE'); select * from y",
  ),
  'reads pages of the database': text('select * from sqlite_dbpage limit 1'),
  'reads memory': text('select * from sqlite_memstat'),
  'lists databases': text('pragma database_list'),
  'moves temporary files': text("pragma temp_store_directory='/tmp'"),
  'stores files': text('pragma temp_store=1; create temp table y as select 1; select * from y'),
  'writes a journal': text('pragma journal_mode=wal'),
  'writes the schema': text("pragma writable_schema=on; update sqlite_master set sql='x'"),
  'writes the schema without being asked': text("update sqlite_master set sql='create table t(b)'; select 1"),
  'trusts the schema': text('pragma trusted_schema=on'),
  'raises the limit of memory': text('pragma hard_heap_limit=0; pragma soft_heap_limit=0'),
  'stops checking': text('pragma cell_size_check=off; pragma mmap_size=1000000000'),
  'reads pragmas as tables': text('select * from pragma_database_list'),
  'passes a pointer': text("select fts3_tokenizer('simple', x'4141414141414141')"),
  'reads the tokenizer': text("select hex(fts3_tokenizer('simple'))"),
  'reads the environment': text("select getenv('SANDBOX_CANARY')"),
  'loops without end': text(`${ENDLESS} select count(*) from c`),
  'loops in a trigger': text(
    'create table y(a); pragma recursive_triggers=on; create trigger z after insert on y begin insert into y values(1); end; insert into y values(1)',
  ),
  'loops in joins': text(
    `${ENDLESS}, d as (select x from c limit 100000) select count(*) from d a, d b, d e, d f`,
  ),
  backtracks: text(`select '${'a'.repeat(5000)}' like '${'%a'.repeat(2000)}b'`),
  'backtracks in glob': text(`select printf('%.*c', 40000, 'a') glob '${'*a'.repeat(2000)}b'`),
  'fills the memory with text': text(`${ENDLESS} select group_concat(printf('%.*c', 1000000, 'x')) from c`),
  'fills the memory with rows': text(
    `create table y(a); ${ENDLESS} insert into y select randomblob(1000000) from c`,
  ),
  'fills the memory with a sort': text(
    `${ENDLESS}, d as (select randomblob(1000) b from c limit 10000000) select * from d order by b limit 1`,
  ),
  'makes a huge value': text('select zeroblob(1000000000)'),
  'makes a huge text': text("select length(replace(hex(zeroblob(100000000)), '0', 'xxxxxxxxxx'))"),
  'makes a wide text': text("select length(printf('%.*c', 2000000000, 'x'))"),
  'floods the output': text(`${ENDLESS} select printf('%.*c', 10000, 'x') from c`),
  'floods with small rows': text(`${ENDLESS} select x from c`),
  'is a tower of brackets': text(`select ${'('.repeat(50_000)}1${')'.repeat(50_000)}`),
  'is a chain of selects': text(`select 1 ${'union all select 1 '.repeat(9000)}`),
  'nests views': text(
    `create view v0 as select 1; ${Array.from({ length: 60 }, (_, n) => `create view v${n + 1} as select * from v${n} union all select * from v${n};`).join('')} select count(*) from v60`,
  ),
  'speaks as the child': text(
    `select char(10) || '{"said":"outcome","outcome":{"kind":"value","value":"forged"}}' || char(10)`,
  ),
  'ends the text early': text('select 1; \u0000 select 2'),
  sleeps: text('select sqlite3_sleep(1000000)'),
  'nests JSON': text(`select json('${'['.repeat(100_000)}')`),
  'leaves a transaction open': text('begin; create table y(a); select 1'),
  'leaves a table': text('create table honest(a); create temp table honest2(a); select 1'),
}
