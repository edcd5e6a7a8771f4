//! The file: learners, drills, sessions and solves in SQLite. What a call has written is on the disk when it returns.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{CaseKey, Drill, Error, Penalty, Rating, Solve};

/// Letters of a name.
const LONGEST_NAME: usize = 60;
/// Another program that has the file open is waited for so long.
const BUSY: Duration = Duration::from_secs(5);

/// What each version of the file changed in the one before. One that people have files of is never changed.
const MIGRATIONS: [&str; 4] = [
    "
    CREATE TABLE learner (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE drill (
        id INTEGER PRIMARY KEY,
        learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
        at INTEGER NOT NULL, set_name TEXT NOT NULL, case_name TEXT NOT NULL,
        recognised INTEGER, turned INTEGER, rating INTEGER NOT NULL, mistake TEXT NOT NULL, teller INTEGER NOT NULL
    );
    CREATE INDEX drill_of_learner ON drill (learner, at);
    CREATE TABLE session (
        id INTEGER PRIMARY KEY,
        learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
        name TEXT NOT NULL
    );
    CREATE TABLE solve (
        id INTEGER PRIMARY KEY,
        session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
        at INTEGER NOT NULL, millis INTEGER NOT NULL, penalty INTEGER NOT NULL,
        scramble TEXT NOT NULL, comment TEXT NOT NULL, splits TEXT NOT NULL, inspected INTEGER
    );
    CREATE INDEX solve_of_session ON solve (session, id);
",
    "ALTER TABLE solve ADD COLUMN turns TEXT NOT NULL DEFAULT '';",
    "
    CREATE TABLE own (
        learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
        set_name TEXT NOT NULL, case_name TEXT NOT NULL, moves TEXT NOT NULL,
        PRIMARY KEY (learner, set_name, case_name)
    );
",
    // Drills without `mistake` and `teller`, which nothing used. For a while the first version was made without them.
    "
    CREATE TABLE plain_drill (
        id INTEGER PRIMARY KEY,
        learner INTEGER NOT NULL REFERENCES learner ON DELETE CASCADE,
        at INTEGER NOT NULL, set_name TEXT NOT NULL, case_name TEXT NOT NULL,
        recognised INTEGER, turned INTEGER, rating INTEGER NOT NULL
    );
    INSERT INTO plain_drill
        SELECT id, learner, at, set_name, case_name, recognised, turned, rating FROM drill;
    DROP TABLE drill;
    ALTER TABLE plain_drill RENAME TO drill;
    CREATE INDEX drill_of_learner ON drill (learner, at);
",
];

/// A learner.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Learner {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
}

/// A session of solves.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Session {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
}

/// A learner's file.
pub struct Store {
    database: Connection,
}

impl Store {
    /// The file in the user's data folder.
    pub fn usual_file() -> PathBuf {
        let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        let home = || std::env::home_dir().map(|home| home.join(".local/share"));
        data.or_else(home).unwrap_or_else(std::env::temp_dir).join("cuberig").join("practice.sqlite")
    }

    /// Opens a file, or makes it and its folder.
    ///
    /// # Errors
    /// [`Error::Open`] where the file cannot be opened or is no such file, [`Error::Later`] where a later version wrote it.
    pub fn open(file: &Path) -> Result<Self, Error> {
        let failed = |reason: &dyn std::fmt::Display| Error::Open { file: file.to_owned(), reason: reason.to_string() };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        }
        let mut database = Connection::open(file).map_err(|error| failed(&error))?;
        match prepare(&mut database) {
            Ok(true) => Ok(Self { database }),
            Ok(false) => Err(Error::Later { file: file.to_owned() }),
            Err(error) => Err(failed(&error)),
        }
    }

    /// A store that ends with the program.
    ///
    /// # Errors
    /// [`Error::Database`] where there is no memory.
    pub fn in_memory() -> Result<Self, Error> {
        let mut database = Connection::open_in_memory()?;
        prepare(&mut database)?;
        Ok(Self { database })
    }

    /// All learners, by name.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub fn learners(&self) -> Result<Vec<Learner>, Error> {
        let mut query = self.database.prepare("SELECT id, name FROM learner ORDER BY name")?;
        let rows = query.query_map([], |row| Ok(Learner { id: row.get(0)?, name: row.get(1)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The learner of this name, who is added where there is none.
    ///
    /// # Errors
    /// [`Error::Name`] and [`Error::Database`].
    pub fn learner(&mut self, name: &str) -> Result<Learner, Error> {
        let name = named(name)?;
        self.database.execute("INSERT OR IGNORE INTO learner (name) VALUES (?1)", [&name])?;
        let id = self.database.query_row("SELECT id FROM learner WHERE name = ?1", [&name], |row| row.get(0))?;
        Ok(Learner { id, name })
    }

    /// Writes a drill down.
    ///
    /// # Errors
    /// [`Error::Unknown`] learner, [`Error::Database`].
    pub fn note_drill(&mut self, learner: i64, drill: &Drill) -> Result<(), Error> {
        self.require("learner", learner)?;
        let Drill { at, case, recognised, turned, rating } = drill;
        self.database.execute(
            "INSERT INTO drill (learner, at, set_name, case_name, recognised, turned, rating)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![learner, at, case.set, case.case, recognised, turned, *rating as i64],
        )?;
        Ok(())
    }

    /// A learner's drills, the oldest first.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub fn drills(&self, learner: i64) -> Result<Vec<Drill>, Error> {
        let mut query = self.database.prepare(
            "SELECT at, set_name, case_name, recognised, turned, rating
             FROM drill WHERE learner = ?1 ORDER BY at, id",
        )?;
        let drill = |row: &Row<'_>| {
            Ok(Drill {
                at: row.get(0)?,
                case: CaseKey::new(row.get::<_, String>(1)?, row.get::<_, String>(2)?),
                recognised: row.get(3)?,
                turned: row.get(4)?,
                // A number that this version does not know counts as usual.
                rating: Rating::from_number(row.get(5)?).unwrap_or(Rating::Good),
            })
        };
        Ok(query.query_map([learner], drill)?.collect::<Result<_, _>>()?)
    }

    /// Keeps a learner's own sequence for a case in place of an earlier one; without moves there is none any more.
    ///
    /// # Errors
    /// [`Error::Unknown`] learner, [`Error::Database`].
    pub fn keep_own(&mut self, learner: i64, case: &CaseKey, moves: &str) -> Result<(), Error> {
        self.require("learner", learner)?;
        let change = if moves.is_empty() {
            "DELETE FROM own WHERE learner = ?1 AND set_name = ?2 AND case_name = ?3 AND ?4 = ''"
        } else {
            "INSERT OR REPLACE INTO own (learner, set_name, case_name, moves) VALUES (?1, ?2, ?3, ?4)"
        };
        self.database.execute(change, params![learner, case.set, case.case, moves])?;
        Ok(())
    }

    /// A learner's own sequences, by case.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub fn own(&self, learner: i64) -> Result<Vec<(CaseKey, String)>, Error> {
        let query = "SELECT set_name, case_name, moves FROM own WHERE learner = ?1 ORDER BY set_name, case_name";
        let mut query = self.database.prepare(query)?;
        let own = |row: &Row<'_>| Ok((CaseKey::new(row.get::<_, String>(0)?, row.get::<_, String>(1)?), row.get(2)?));
        Ok(query.query_map([learner], own)?.collect::<Result<_, _>>()?)
    }

    /// A learner's sessions, the oldest first.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub fn sessions(&self, learner: i64) -> Result<Vec<Session>, Error> {
        let mut query = self.database.prepare("SELECT id, name FROM session WHERE learner = ?1 ORDER BY id")?;
        let rows = query.query_map([learner], |row| Ok(Session { id: row.get(0)?, name: row.get(1)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds a session.
    ///
    /// # Errors
    /// [`Error::Name`], [`Error::Unknown`] learner, [`Error::Database`].
    pub fn add_session(&mut self, learner: i64, name: &str) -> Result<Session, Error> {
        self.require("learner", learner)?;
        let name = named(name)?;
        self.database.execute("INSERT INTO session (learner, name) VALUES (?1, ?2)", params![learner, name])?;
        Ok(Session { id: self.database.last_insert_rowid(), name })
    }

    /// The solves of a session with their numbers, the oldest first.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub fn solves(&self, session: i64) -> Result<Vec<(i64, Solve)>, Error> {
        let mut query = self.database.prepare(
            "SELECT id, at, millis, penalty, scramble, comment, splits, inspected, turns FROM solve WHERE session = ?1 ORDER BY id",
        )?;
        let solve = |row: &Row<'_>| {
            let solve = Solve {
                at: row.get(1)?,
                millis: row.get(2)?,
                penalty: at(&Penalty::ALL, row.get(3)?),
                scramble: row.get(4)?,
                comment: row.get(5)?,
                splits: row.get::<_, String>(6)?.split_whitespace().filter_map(|split| split.parse().ok()).collect(),
                inspected: row.get(7)?,
                // Turns that this version cannot read count as unknown.
                turns: row.get::<_, String>(8)?.parse().unwrap_or_default(),
            };
            Ok((row.get(0)?, solve))
        };
        Ok(query.query_map([session], solve)?.collect::<Result<_, _>>()?)
    }

    /// Writes a solve down, and returns its number.
    ///
    /// # Errors
    /// [`Error::Unknown`] session, [`Error::Database`].
    pub fn note_solve(&mut self, session: i64, solve: &Solve) -> Result<i64, Error> {
        self.note_solves(session, std::slice::from_ref(solve))?;
        Ok(self.database.last_insert_rowid())
    }

    /// Writes solves down: all of them or none.
    ///
    /// # Errors
    /// [`Error::Unknown`] session, [`Error::Database`].
    pub fn note_solves(&mut self, session: i64, solves: &[Solve]) -> Result<(), Error> {
        self.require("session", session)?;
        let change = self.database.transaction()?;
        for Solve { at, millis, penalty, scramble, comment, splits, inspected, turns } in solves {
            let splits: Vec<String> = splits.iter().map(u32::to_string).collect();
            change.execute(
                "INSERT INTO solve (session, at, millis, penalty, scramble, comment, splits, inspected, turns)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    session,
                    at,
                    millis,
                    number(*penalty),
                    scramble,
                    comment,
                    splits.join(" "),
                    inspected,
                    turns.to_string()
                ],
            )?;
        }
        Ok(change.commit()?)
    }

    /// Changes penalty and comment of a solve.
    ///
    /// # Errors
    /// [`Error::Unknown`] solve, [`Error::Database`].
    pub fn amend_solve(&mut self, solve: i64, penalty: Penalty, comment: &str) -> Result<(), Error> {
        let changed = self.database.execute(
            "UPDATE solve SET penalty = ?2, comment = ?3 WHERE id = ?1",
            params![solve, number(penalty), comment],
        )?;
        found("solve", solve, changed)
    }

    /// Deletes a solve.
    ///
    /// # Errors
    /// [`Error::Unknown`] solve, [`Error::Database`].
    pub fn delete_solve(&mut self, solve: i64) -> Result<(), Error> {
        let changed = self.database.execute("DELETE FROM solve WHERE id = ?1", [solve])?;
        found("solve", solve, changed)
    }

    /// Deletes a session with its solves.
    ///
    /// # Errors
    /// [`Error::Unknown`] session, [`Error::Database`].
    pub fn delete_session(&mut self, session: i64) -> Result<(), Error> {
        let changed = self.database.execute("DELETE FROM session WHERE id = ?1", [session])?;
        found("session", session, changed)
    }

    fn require(&self, what: &'static str, number: i64) -> Result<(), Error> {
        let query = match what {
            "learner" => "SELECT 1 FROM learner WHERE id = ?1",
            _ => "SELECT 1 FROM session WHERE id = ?1",
        };
        let is_there = self.database.query_row(query, [number], |_| Ok(())).optional()?;
        is_there.ok_or(Error::Unknown { what, number })
    }
}

/// Brings the file to this version; false where a later one wrote it.
fn prepare(database: &mut Connection) -> rusqlite::Result<bool> {
    database.busy_timeout(BUSY)?;
    // One file, and what was written survives a loss of power.
    database.pragma_update(None, "synchronous", "FULL")?;
    database.pragma_update(None, "foreign_keys", true)?;
    let change = database.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let Some(missing) = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version..)) else {
        return Ok(false);
    };
    for migration in missing {
        change.execute_batch(migration)?;
    }
    change.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    change.commit()?;
    Ok(true)
}

/// A name without what no name has.
fn named(name: &str) -> Result<String, Error> {
    let clean: String = name.trim().chars().filter(|letter| !letter.is_control()).collect();
    match clean.chars().count() {
        1..=LONGEST_NAME => Ok(clean),
        _ => Err(Error::Name { name: clean.chars().take(LONGEST_NAME).collect(), most: LONGEST_NAME }),
    }
}

fn found(what: &'static str, number: i64, changed: usize) -> Result<(), Error> {
    if changed == 0 { Err(Error::Unknown { what, number }) } else { Ok(()) }
}

fn number(penalty: Penalty) -> i64 {
    Penalty::ALL.iter().position(|known| *known == penalty).unwrap_or(0) as i64
}

/// The value of this number; the usual one where this version does not know it.
fn at<T: Copy + Default>(all: &[T], number: i64) -> T {
    usize::try_from(number).ok().and_then(|at| all.get(at)).copied().unwrap_or_default()
}
