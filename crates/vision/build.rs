//! Compiles `src/media.cpp` to a shared library, which the crate carries in itself.

use std::env;
use std::error::Error;
use std::path::PathBuf;

const SOURCE: &str = "src/media.cpp";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={SOURCE}");
    let opencv = pkg_config::Config::new().cargo_metadata(false).probe("opencv4")?;
    let mut compiler = cc::Build::new()
        .cpp(true)
        .std("c++17")
        .debug(false)
        .pic(true)
        .includes(&opencv.include_paths)
        .cargo_metadata(false)
        .try_get_compiler()?
        .to_command();
    compiler.args(["-shared", SOURCE, "-o"]);
    compiler.arg(PathBuf::from(env::var("OUT_DIR")?).join("libmedia.so"));
    for folder in &opencv.link_paths {
        let folder = folder.display();
        compiler.args([format!("-L{folder}"), format!("-Wl,-rpath,{folder}")]);
    }
    compiler.args(["-lopencv_imgcodecs", "-lopencv_videoio", "-lopencv_core"]);
    if compiler.status()?.success() {
        Ok(())
    } else {
        Err(format!("the compiler could not make a library of {SOURCE}").into())
    }
}
