# The rig with everything that it needs, built. It solves one random cube and ends:
#   docker build -t cuberig . && docker run --rm --shm-size 512m cuberig
# Arguments replace those of the demo. With the page in your browser:
#   docker run --rm --shm-size 512m --network host cuberig cargo xtask launch seed:=7
FROM rust:1-bookworm

# Set-up installs the same where they are missing; here they are a layer of their own.
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        build-essential clang libclang-dev libopencv-dev pkg-config python3 python3-dev python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && rustup component add clippy rustfmt

WORKDIR /cuberig
COPY . .
RUN cargo xtask setup && cargo build --package cuberig

CMD ["cargo", "xtask", "demo", "--headless"]
