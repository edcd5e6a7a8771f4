// The functions of OpenCV that `lib.rs` calls. Each returns -1 where OpenCV throws; `media_error` then has the reason.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

namespace {

constexpr int kThrown = -1;

// In the order of `Property` in `lib.rs`.
constexpr cv::VideoCaptureProperties kProperties[] = {
    cv::CAP_PROP_FOURCC, cv::CAP_PROP_FRAME_WIDTH, cv::CAP_PROP_FRAME_HEIGHT,
    cv::CAP_PROP_FPS, cv::CAP_PROP_AUTO_EXPOSURE, cv::CAP_PROP_EXPOSURE,
    cv::CAP_PROP_AUTO_WB, cv::CAP_PROP_WB_TEMPERATURE, cv::CAP_PROP_GAIN,
    cv::CAP_PROP_AUTOFOCUS, cv::CAP_PROP_FOCUS, cv::CAP_PROP_BUFFERSIZE,
    cv::CAP_PROP_POS_FRAMES,
};

thread_local std::string error;

template <typename Call>
int guarded(Call call) noexcept {
  try {
    return call();
  } catch (const std::exception &thrown) {
    error = thrown.what();
  } catch (...) {
    error = "an unknown exception";
  }
  return kThrown;
}

// 1 where the capture could be opened, which then is the caller's.
int opened(std::unique_ptr<cv::VideoCapture> capture, cv::VideoCapture **out) {
  if (!capture->isOpened()) return 0;
  *out = capture.release();
  return 1;
}

}  // namespace

extern "C" {

const char *media_error() { return error.c_str(); }

int media_decode(const cv::Mat *bytes, int upright, cv::Mat *picture) {
  return guarded([&] {
    // IMREAD_COLOR applies the orientation that a camera wrote into the file (EXIF).
    int flags = cv::IMREAD_COLOR;
    if (!upright) flags |= cv::IMREAD_IGNORE_ORIENTATION;
    *picture = cv::imdecode(*bytes, flags);
    return 0;
  });
}

// 1 where OpenCV writes files with this ending, such as ".png".
int media_can_encode(const char *ending) {
  return guarded([&] { return int(cv::haveImageWriter(ending)); });
}

// `quality` is that of a JPEG; 0 stands for OpenCV's own.
int media_encode(const char *ending, int quality, const cv::Mat *picture, std::vector<uint8_t> *bytes) {
  return guarded([&] {
    std::vector<int> options;
    if (quality > 0) options = {cv::IMWRITE_JPEG_QUALITY, quality};
    cv::imencode(ending, *picture, *bytes, options);
    return 0;
  });
}

int media_open_video(const char *file, cv::VideoCapture **out) {
  return guarded([&] { return opened(std::make_unique<cv::VideoCapture>(file), out); });
}

int media_open_webcam(const char *path, cv::VideoCapture **out) {
  return guarded([&] { return opened(std::make_unique<cv::VideoCapture>(path, cv::CAP_V4L2), out); });
}

void media_close(cv::VideoCapture *capture) {
  guarded([&] {
    delete capture;
    return 0;
  });
}

// 1 for a picture, 0 where there is none.
int media_read(cv::VideoCapture *capture, cv::Mat *picture) {
  return guarded([&] { return int(capture->read(*picture)); });
}

// 1 where the device took the value.
int media_set(cv::VideoCapture *capture, int property, double value) {
  return guarded([&] { return int(capture->set(kProperties[property], value)); });
}

int media_get(const cv::VideoCapture *capture, int property, double *value) {
  return guarded([&] {
    *value = capture->get(kProperties[property]);
    return 0;
  });
}

// 1 where OpenCV could write a video of motion JPEG; all pictures have the size of the first one.
int media_write_video(const char *file, double rate, const cv::Mat *const *pictures, size_t count) {
  return guarded([&] {
    cv::VideoWriter writer(file, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), rate, pictures[0]->size());
    if (!writer.isOpened()) return 0;
    for (size_t i = 0; i < count; ++i) writer.write(*pictures[i]);
    return 1;
  });
}

}  // extern "C"
