//! `--file` and FACELETS as people and their programs write them. Most forms are from public bug reports of solvers.

use crate::support::{Answer, SOLVED, colors, cuberig, model};
use testkit::Folder;

/// Two cubes that look like nothing else.
fn cubes() -> [String; 2] {
    ["R U2 F' L D B2 R' U", "F2 D' L B R2 U' F D2"].map(|moves| model::apply_all(SOLVED, moves))
}

fn nine(cube: &str, face: char) -> &str {
    let at = 9 * "URFDLB".find(face).expect("a face");
    &cube[at..at + 9]
}

/// The faces one after the other in another order.
fn by_faces(cube: &str, order: &str) -> String {
    order.chars().map(|face| nine(cube, face)).collect()
}

/// The lines of the unfolded cube.
fn unfolded(cube: &str) -> Vec<String> {
    let row = |faces: &str, row: usize| -> String {
        let three = |face| &nine(cube, face)[3 * row..][..3];
        faces.chars().map(three).collect()
    };
    let bands = ["U", "LFRB", "D"].into_iter();
    bands.flat_map(|faces| (0..3).map(move |at| row(faces, at))).collect()
}

fn solve(bytes: impl AsRef<[u8]>) -> Answer {
    let folder = Folder::new("files");
    let file = folder.write("cubes", bytes);
    cuberig(["solve", "--json", "--time-limit", "0.01", "--file", &file])
}

fn solve_argument(cube: &str) -> Answer {
    cuberig(["solve", "--json", "--time-limit", "0.01", cube])
}

/// Asserts that the answers that are no errors solve these cubes in turn, and returns the error stream.
#[track_caller]
fn assert_solved(answer: &Answer, status: i32, cubes: &[&str]) -> String {
    assert_eq!(answer.status, status, "{} {}", answer.stdout, answer.stderr);
    let answers = answer.json();
    let moves: Vec<&str> = answers.iter().filter_map(|object| object["moves"].as_str()).collect();
    assert_eq!(moves.len(), cubes.len(), "{} {}", answer.stdout, answer.stderr);
    for (moves, cube) in moves.into_iter().zip(cubes) {
        assert_eq!(model::apply_all(cube, moves), SOLVED, "{moves} on {cube}");
    }
    answer.stderr.clone()
}

#[test]
fn tables_of_all_kinds_are_read() {
    let [a, b] = &cubes();
    let quoted: Vec<String> = b.chars().map(|face| format!("'{face}'")).collect();
    for table in [
        format!("id,facelets,note\n1,{a},x\n2,{b},y\n"),
        format!("id;State;note\n1;{a};x\n2;{b};y\n"),
        format!("id\tCUBE\n1\t{a}\n2\t{b}\n"),
        format!("id,Facelets_String\r\n1,{a}\r\n2,{b}\r\n"),
        format!("\u{feff}\"nr\";\"cube state\"\r\"1\";\"{a}\"\r\r\"2\";\"{b}\"\r"),
        format!("id;facelets\n1;“{a}”\n2;„{b}“\n"),
        format!("id,facelets\n1,'{a}'\n2,«{b}»\n"),
        format!("# of today\n\nfacelets\n# the first\n{a}\n  # the second\n{b}\n"),
        // The number of a cube is no cube.
        format!("cube,state\n1,{a}\n2,{b}\n"),
        // A note may have several lines.
        format!("facelets,note\n{a},\"one\ntwo\"\n{b},\n"),
        // Without a header.
        format!("1;{a};R U\n2;{b};F\n"),
        format!("{a} R U R'\n{b}\n"),
        format!("| 1 | {a} |\n|---|---|\n| 2 | {b} |\n"),
        format!("['{a}',\n '{b}']\n"),
        format!("{{\"facelets\":\"{a}\",\"seed\":5}}\n{{\"facelets\":\"{b}\",\"seed\":6}}\n"),
        format!("\u{a0}{a}\u{200b}\n{},\n", b.to_lowercase()),
        format!("{}\n{}\n", colors(a), colors(b)),
        // The letters of a cube as a list.
        format!("{a}\n[{}]", quoted.join(",")),
    ] {
        let said = assert_solved(&solve(&table), 0, &[a, b]);
        assert_eq!(said, "", "{table}");
    }
}

#[test]
fn text_in_utf_16_is_read_where_a_mark_says_so() {
    let [a, b] = &cubes();
    let text = format!("\u{feff}id;state\r\n1;{a}\r\n2;{b}\r\n");
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [&little, &big] {
        assert_solved(&solve(bytes), 0, &[a, b]);
    }
    solve(&little[2..]).fails(1, "line 1 holds zero bytes");
    // A letter of another encoding is no reason to refuse the rest.
    let mut latin = b"na\xefve;facelets\n\xe9;".to_vec();
    latin.extend(a.as_bytes());
    assert_solved(&solve(latin), 0, &[a]);
}

#[test]
fn a_header_without_a_known_name_is_reported_with_its_columns() {
    let [a, b] = &cubes();
    let said = assert_solved(&solve(format!("id,position\n1,{a}\n2,{b}\n")), 0, &[a, b]);
    assert!(said.contains("its columns: id, position"), "{said}");
    assert!(said.contains("'position' holds one"), "{said}");
    // What is no cube, or one of two, is not guessed.
    for table in
        ["id,scramble\n1,R U R'\n".to_owned(), format!("id,before,after\n1,{a},{b}\n"), "id,scramble\n".to_owned()]
    {
        let columns = table.lines().next().expect("a header").replace(',', ", ");
        solve(&table).fails(1, &format!("its columns are {columns}"));
    }
    // A first line that is a bad cube is no header.
    let answer = solve(format!("{}\n{b}\n", &a[1..]));
    assert!(assert_solved(&answer, 1, &[b]).contains("line 1: a cube has 54 stickers, but 53"));
    let answer = solve(format!("{}\n{b}\n", a.replacen('U', "X", 1)));
    assert!(assert_solved(&answer, 1, &[b]).contains("line 1: the letter 'X'"));
}

#[test]
fn rows_that_are_too_short_leave_the_rest_answered() {
    let [a, b] = &cubes();
    let answer = solve(format!("id;state\n1;{a}\n2\n3;\n4;{b}\n"));
    let said = assert_solved(&answer, 1, &[a, b]);
    assert!(said.contains("line 3: the row is too short"), "{said}");
    assert!(said.contains("line 4: the column 'state' is empty"), "{said}");
    let answer = solve(format!("{a};{b}\n{b}\n"));
    assert!(assert_solved(&answer, 1, &[b]).contains("line 1: the row holds 2 cubes"));
}

#[test]
fn the_unfolded_cube_is_recognised_row_by_row() {
    let [a, b] = &cubes();
    let net = unfolded(a);
    for text in [
        net.concat(),
        net.join("\n"),
        colors(&net.concat()).to_lowercase(),
        net.iter().map(|row| format!("{row:>6}\n")).collect(),
    ] {
        // In a file, and as an argument of each command.
        let said = assert_solved(&solve(format!("{text}\n{b}\n")), 0, &[a, b]);
        assert!(said.contains("line 1: these 54 letters are the unfolded cube row by row; read as such"));
        let answer = solve_argument(&text);
        assert!(assert_solved(&answer, 0, &[a]).contains("the unfolded cube row by row; read as such"));
        let moves = answer.one_json()["moves"].as_str().expect("moves").to_owned();
        for command in [&["verify", &text, &moves][..], &["teach", &text]] {
            let said = cuberig(command).done().stderr;
            assert!(said.contains("row by row; read as such"), "{said}");
        }
    }
    // One that cannot exist is named too.
    let mut wrong = net.concat();
    wrong.replace_range(53.., if wrong.ends_with('U') { "D" } else { "U" });
    cuberig(["solve", &wrong]).fails(1, "are the unfolded cube row by row, but the colour of");
    // An order that is given counts.
    cuberig(["solve", &net.concat(), "--order", "URFDLB"]).fails(1, "cuberig: ");
}

#[test]
fn the_solved_cube_is_the_solved_cube_in_each_order() {
    let net = unfolded(SOLVED).concat();
    // From a public solver's page, in colours of its own.
    let page = "OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR";
    for text in [SOLVED, &net, &colors(&net), page] {
        let answer = cuberig(["solve", "--json", text]).done();
        assert_eq!(answer.one_json()["htm"], 0, "{text}");
        assert_eq!(answer.stderr.is_empty(), text == SOLVED, "{}", answer.stderr);
    }
}

#[test]
fn faces_in_the_order_of_other_programs_are_known_by_their_centres() {
    let [a, _] = &cubes();
    // One turn: in the wrong order it would be another possible cube.
    let turn = model::apply_all(SOLVED, "U");
    for cube in [a, &turn] {
        for order in ["ULFRBD", "FRUDLB", "URFLBD"] {
            let said = assert_solved(&solve_argument(&by_faces(cube, order)), 0, &[cube]);
            assert!(said.contains(&format!("in the order {order}; read as such")), "{said}");
        }
    }
    // Colours say which face is which on a cube that is coloured and held as usual.
    for order in ["FRUDLB", "FRBLUD", "UDFBLR", "LRUDFB"] {
        let said = assert_solved(&solve(colors(&by_faces(a, order))), 0, &[a]);
        assert!(said.contains(order), "{said}");
    }
    // A cube that is held another way has its faces in the usual order.
    let held = model::apply_all(a, "x y'");
    assert_eq!(solve_argument(&held).done().stderr, "");
}

#[test]
fn a_face_a_line_is_one_cube() {
    let [a, b] = &cubes();
    let lines: Vec<&str> = "URFDLB".chars().map(|face| nine(a, face)).collect();
    assert_solved(&solve(format!("{b}\n{}\n{b}\n", lines.join("\n"))), 0, &[b, a, b]);
    // Five faces are no cube, and the next line is one.
    let answer = solve(format!("{}\n{b}\n", lines[..5].join("\n")));
    let said = assert_solved(&answer, 1, &[b]);
    assert!(said.contains("line 1: a cube has 54 stickers, but 9"), "{said}");
}
